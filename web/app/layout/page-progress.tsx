import { useNavigation } from 'react-router';

/** A progress line while the next page loads. */
export function PageProgress() {
  return useNavigation().state === 'idle' ? null : <ProgressLine />;
}

/** Delayed by 100 ms, so that it does not flicker. */
export function ProgressLine() {
  return (
    <div aria-hidden className="fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden">
      <div className="h-full w-1/3 animate-[indeterminate_1.2s_100ms_ease-in-out_infinite_backwards] bg-action" />
    </div>
  );
}

import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { _ } from '../language/words.ts';

function subscribe(listener: () => void): () => void {
  const ended = new AbortController();
  for (const event of ['online', 'offline']) window.addEventListener(event, listener, { signal: ended.signal });
  return () => ended.abort();
}

/** False while the browser reports that it has no network. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}

/** Says that there is no network. The live region is always rendered, so that screen readers announce changes. */
export function OfflineBanner() {
  const online = useOnline();
  return (
    <div role="status" className="sticky top-(--bar-height) z-20">
      {online ? null : (
        <p className="flex items-center justify-center gap-2 bg-warn-wash px-4 py-2 text-small text-warn-ink">
          <WifiOff aria-hidden className="size-4 shrink-0" />
          {_('You are offline. What you see may be old, and changes wait until you are back.')}
        </p>
      )}
    </div>
  );
}

import { isEnded, isSending, uploadStore } from './upload-store.ts';

/** Tries again after this long when nothing says that the network is back: some browsers do not report it. */
const TRY_AGAIN_MS = 60_000;

/** The step of an upload whose connection is lost. */
export const lostStep = () => (navigator.onLine ? 'waiting' : 'offline');

let isWatching = false;
const resumers = new Map<string, () => void>();
const timers = new Map<string, ReturnType<typeof setTimeout>>();

/** Resumes what waits for the network when it is back, and asks before a tab is closed that still sends or checks. */
export function watchPage(): void {
  if (isWatching) return;
  isWatching = true;
  window.addEventListener('offline', () => {
    for (const item of uploadStore.all().filter(isSending))
      uploadStore.change(item.key, { step: 'offline', rate: undefined });
  });
  window.addEventListener('online', () => {
    for (const { key, step } of uploadStore.all()) if (step === 'waiting' || step === 'offline') resume(key);
  });
  window.addEventListener('beforeunload', (event) => {
    if (!uploadStore.all().every(isEnded)) event.preventDefault();
  });
}

/** What continues the upload of this key; the one before is forgotten. */
export function resumeBy(key: string, work: () => void): void {
  clearTimeout(timers.get(key));
  resumers.set(key, work);
}

/** Continues an upload later that has no further try of its own. */
export function resumeLater(key: string): void {
  clearTimeout(timers.get(key));
  timers.set(
    key,
    setTimeout(() => resume(key), TRY_AGAIN_MS),
  );
}

function resume(key: string): void {
  clearTimeout(timers.get(key));
  const step = uploadStore.get(key)?.step;
  if (step === 'waiting' || step === 'offline') resumers.get(key)?.();
}

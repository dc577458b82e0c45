const WAIT_MS = 2_000;
const WAIT_MS_MAX = 60_000;

/** True when the server answers, whatever its answer is. */
export async function isReached(): Promise<boolean> {
  try {
    await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' });
    return true;
  } catch {
    return false;
  }
}

/**
 * Waits until another try makes sense: when the network is back, or `signal` is aborted, or, while the browser believes
 * that there is a network, after a time that doubles with each try.
 */
export function untilWorthATry(triesBefore: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const waitMs = Math.min(WAIT_MS_MAX, WAIT_MS * 2 ** triesBefore);
  const timer = setTimeout(() => navigator.onLine && resolve(), waitMs);
  const listening = new AbortController();
  window.addEventListener('online', () => resolve(), { signal: listening.signal });
  signal.addEventListener('abort', () => resolve(), { signal: listening.signal });
  if (signal.aborted) resolve();
  return promise.finally(() => {
    clearTimeout(timer);
    listening.abort();
  });
}

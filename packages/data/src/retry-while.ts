import { setTimeout as delay } from 'node:timers/promises';

export type RetryWhile = {
  /** Trouble that passes by itself; any other error is thrown at once. */
  isPassing: (error: unknown) => boolean;
  pauseMs: number;
  /** How long to retry. */
  forMs: number;
  /** Ends the waiting. */
  signal: AbortSignal;
};

/** Repeats `work` while it fails for a reason that passes. It may have taken effect although its answer was lost. */
export async function retryWhile<T>(work: () => Promise<T>, options: RetryWhile): Promise<T> {
  const { isPassing, pauseMs, forMs, signal } = options;
  const until = performance.now() + forMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error) || signal.aborted || performance.now() + pauseMs > until) throw error;
      await pause(pauseMs, signal);
      signal.throwIfAborted();
    }
  }
}

/** Waits, and not longer than until the signal is aborted. It keeps no process alive. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal, ref: false }).catch(() => {});
}

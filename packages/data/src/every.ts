import type { Logger } from '@marquee/runtime/log';
import { loopLevel } from './sqlstate.ts';
import { createWake } from './wake.ts';

export type Periodic = {
  /** Runs now, or once more after the current run. */
  wake(): void;
  /** Runs no more, aborts what runs and waits for it. */
  close(): Promise<void>;
};

/**
 * Runs `work` now, and again `ms` after each run has ended, until closed. An error is logged, at debug while the
 * database is unavailable, and does not stop the next run.
 */
export function every(
  ms: number,
  work: (signal: AbortSignal) => Promise<void>,
  { name, log }: { name: string; log: Logger },
): Periodic {
  const closing = new AbortController();
  const { wake, sleep } = createWake();
  const running = run();
  return {
    wake,
    close: async () => {
      closing.abort();
      wake();
      await running;
    },
  };

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        await work(closing.signal);
      } catch (err) {
        if (!closing.signal.aborted) log[loopLevel(err, 'error')]({ err, loop: name }, 'periodic work failed');
      }
      if (!closing.signal.aborted) await sleep(ms);
    }
  }
}

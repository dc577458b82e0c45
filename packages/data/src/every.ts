import type { Logger } from '@marquee/runtime/log';
import { pause } from './retry-while.ts';
import { loopLevel } from './sqlstate.ts';

export type Periodic = {
  /** Runs no more, aborts what runs and waits for it. */
  close(): Promise<void>;
};

/**
 * Runs `work` now, and again `ms` after each run has ended, until closed. An error is logged and the next run comes all
 * the same; that the database is away is logged at debug.
 */
export function every(
  ms: number,
  work: (signal: AbortSignal) => Promise<void>,
  { name, log }: { name: string; log: Logger },
): Periodic {
  const closing = new AbortController();
  const running = run();
  return {
    close: async () => {
      closing.abort();
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
      await pause(ms, closing.signal);
    }
  }
}

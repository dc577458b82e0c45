import { setTimeout as delay } from 'node:timers/promises';
import { loopLevel } from '@marquee/data/sqlstate';
import type { Logger } from '@marquee/runtime/log';

export type WorkLoop = {
  /** Looks for work now. */
  wake(): void;
  /** Takes no more work, aborts what runs and waits for it. */
  close(): Promise<void>;
};

type WorkLoopOptions<Work> = {
  name: string;
  concurrency: number;
  /** The next piece of work, leased to this process, or undefined. */
  claim: () => Promise<Work | undefined>;
  run: (work: Work, signal: AbortSignal) => Promise<void>;
  log: Logger;
  pollMs?: number;
};

const POLL_MS = 5000;
const AFTER_ERROR_MS = 1000;

/** Claims and runs work, `concurrency` at a time: at once when woken, and every 5 s because a wake may be lost. */
export function startWorkLoop<Work>(options: WorkLoopOptions<Work>): WorkLoop {
  const { name, claim, run, log, concurrency, pollMs = POLL_MS } = options;
  const closing = new AbortController();
  let wakes = new AbortController();

  async function worker(): Promise<void> {
    while (!closing.signal.aborted) {
      const woken = wakes.signal;
      try {
        const work = await claim();
        if (work !== undefined) {
          await run(work, closing.signal);
          continue;
        }
        await pause(pollMs, woken);
      } catch (err) {
        log[loopLevel(err, 'error')]({ err, worker: name }, 'work failed and will be tried again');
        await pause(AFTER_ERROR_MS, closing.signal);
      }
    }
  }

  const workers = Array.from({ length: concurrency }, worker);
  return {
    wake() {
      const woken = wakes;
      wakes = new AbortController();
      woken.abort();
    },
    async close() {
      closing.abort();
      wakes.abort();
      await Promise.all(workers);
    },
  };
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal, ref: false }).catch(() => {});
}

/**
 * Runs work while `renew` keeps its lease. When the lease is lost, or could not be renewed for as long as it lasts, the
 * signal given to the work is aborted: from then on somebody else may be doing it.
 *
 * @throws LeaseLostError when the lease was lost and the work broke off, whatever that made of it
 */
export async function underLease<T>(
  options: { renew: () => Promise<boolean>; everyMs: number; leaseMs: number; signal: AbortSignal },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const lost = new AbortController();
  const done = new AbortController();
  let renewedAt = performance.now();
  const renewing = (async () => {
    while (!done.signal.aborted) {
      await pause(options.everyMs, done.signal);
      if (done.signal.aborted) return;
      const held = await options.renew().catch(() => undefined);
      if (held) renewedAt = performance.now();
      const isSilent = held === undefined && performance.now() - renewedAt > options.leaseMs - options.everyMs;
      if (held === false || isSilent) return lost.abort(new LeaseLostError());
    }
  })();
  try {
    return await work(AbortSignal.any([options.signal, lost.signal]));
  } catch (error) {
    throw lost.signal.aborted ? new LeaseLostError({ cause: error }) : error;
  } finally {
    done.abort();
    await renewing;
  }
}

export class LeaseLostError extends Error {
  constructor(options?: ErrorOptions) {
    super('The lease was lost', options);
    this.name = 'LeaseLostError';
  }
}

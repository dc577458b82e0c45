import { type Clock, systemClock } from '@marquee/runtime/clock';
import { DomainError } from '@marquee/runtime/errors';
import type { Logger } from '@marquee/runtime/log';
import type { Database } from './database.ts';
import { pause, retryWhile } from './retry-while.ts';
import { loopLevel } from './sqlstate.ts';
import { createWake } from './wake.ts';
import { onWork } from './work-notices.ts';
import type { Work, WorkTable } from './work-table.ts';

export type WorkLoop = {
  /** Looks for work now. */
  wake(): void;
  /** Claims nothing more, aborts what runs and waits for it. */
  close(): Promise<void>;
};

/** When an attempt should end: `signal` with the lease or the process, `stopping` with the process alone. */
export type AttemptSignals = { signal: AbortSignal; stopping: AbortSignal };

export type WorkLoopOptions<Row extends Work> = {
  /** As `announceWork` calls it, and logs. */
  name: string;
  db: Database;
  log: Logger;
  clock?: Clock;
  table: WorkTable<Row>;
  /** Rows that are worked on at once. */
  concurrency?: number;
  /** One attempt. It writes its result itself, where the lease is still held, and throws when there is none. */
  run: (row: Row, signals: AttemptSignals) => Promise<void>;
  /** Pauses before the second and later attempts after failures; after the last one `giveUp` ends the row. */
  retryDelaysMs: readonly number[];
  /** Writes that no further attempt is made, where the lease is still held. */
  giveUp: (row: Row, error: unknown) => Promise<unknown>;
  /** Writes a failure in place of `table.retry`. */
  retry?: (row: Row, error: unknown, dueAt: Date) => Promise<unknown>;
  /** Trouble that says nothing of the row: it goes back in line uncounted, and its worker rests for 10 s. */
  isPassing?: (error: unknown) => boolean;
  pollMs?: number;
};

const POLL_MS = 5_000;
const AFTER_ERROR_MS = 1_000;
const PASSING_PAUSE_MS = 10_000;
const RENEWALS_PER_LEASE = 3;

/**
 * Claims due rows and works on them, `concurrency` at a time: at once when `announceWork` names the loop, and every
 * `pollMs` because an announcement may be lost. Any number of processes may run the same loop.
 */
export function startWorkLoop<Row extends Work>(options: WorkLoopOptions<Row>): WorkLoop {
  const { name, db, log, table, clock = systemClock, concurrency = 1, pollMs = POLL_MS } = options;
  const closing = new AbortController();
  const attempts = new Set<Promise<void>>();
  const { wake, sleep } = createWake();
  const stopListening = onWork(db, name, wake, log);
  const claiming = claimAll();
  return {
    wake,
    async close() {
      closing.abort();
      wake();
      await claiming;
      await Promise.all(attempts);
      await stopListening();
    },
  };

  async function claimAll(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        const row = attempts.size < concurrency ? await table.claim(db, clock.now()) : undefined;
        if (row) start(row);
        else await sleep(pollMs);
      } catch (err) {
        log[loopLevel(err, 'error')]({ err, loop: name }, 'no work could be claimed; the next try is in a second');
        await pause(AFTER_ERROR_MS, closing.signal);
      }
    }
  }

  function start(row: Row): void {
    const attempt = attemptWork(options, row, closing.signal).finally(() => {
      attempts.delete(attempt);
      wake();
    });
    attempts.add(attempt);
  }
}

/** One attempt at a claimed row, as the loop makes it: under its lease, and settled when it throws. Never throws. */
export async function attemptWork<Row extends Work>(
  options: WorkLoopOptions<Row>,
  row: Row,
  stopping: AbortSignal,
): Promise<void> {
  const { table, db, name, log } = options;
  try {
    // Taken from workers that were lost, each time.
    if (row.failures > options.retryDelaysMs.length) throw new WorkerLostError();
    stopping.throwIfAborted();
    const renewal = { renew: () => table.renew(db, row), leaseMs: table.leaseMs, stopping };
    await underLease(renewal, (signal) => options.run(row, { signal, stopping }));
  } catch (error) {
    await settle(options, row, error, stopping).catch((err: unknown) =>
      log[loopLevel(err, 'error')](
        { err, loop: name, id: row.id, attempt: row.attempt },
        'the end of an attempt could not be written; the row is taken over when its lease ends',
      ),
    );
  }
}

/** Puts the row back in line, or ends it. Waits for a database that is away for as long as the process runs. */
async function settle<Row extends Work>(
  options: WorkLoopOptions<Row>,
  row: Row,
  error: unknown,
  stopping: AbortSignal,
): Promise<void> {
  const { table, db, log, name, clock = systemClock, isPassing = () => false } = options;
  const about = { err: error, loop: name, id: row.id, attempt: row.attempt };
  const write = <T>(statement: () => Promise<T>) => retryWhileDatabaseAway(statement, stopping);
  const passing = isPassing(error);
  if (stopping.aborted || passing || isDatabaseTrouble(error) || error instanceof LeaseLostError) {
    await write(() => table.release(db, row));
    if (stopping.aborted || !passing) {
      log.debug(about, 'an attempt broke off; its row is back in line');
      return;
    }
    log.error(about, 'work waits for what it needs, and is tried again');
    await pause(PASSING_PAUSE_MS, stopping);
    return;
  }
  const delayMs = options.retryDelaysMs[row.failures];
  if (delayMs === undefined) {
    log.error(about, 'work failed for the last time');
    await write(() => options.giveUp(row, error));
    return;
  }
  const dueAt = new Date(clock.now().getTime() + delayMs);
  log.warn({ ...about, dueAt }, 'work failed and is tried again');
  await write(async () => {
    if (options.retry) await options.retry(row, error, dueAt);
    else await table.retry(db, row, dueAt);
  });
}

/** The database is away or too busy to answer: that says nothing of what was written to it. */
export function isDatabaseTrouble(error: unknown): boolean {
  return error instanceof DomainError && ['DATABASE_UNAVAILABLE', 'DATABASE_BUSY'].includes(error.reason);
}

/** Repeats a statement while the database is away; it has to be right when only its answer was lost. */
export function retryWhileDatabaseAway<T>(
  statement: () => Promise<T>,
  signal: AbortSignal,
  forMs = Number.POSITIVE_INFINITY,
): Promise<T> {
  return retryWhile(statement, { isPassing: isDatabaseTrouble, pauseMs: AFTER_ERROR_MS, forMs, signal });
}

/**
 * Runs work while `renew` keeps its lease. When the lease is lost, or could not be renewed for as long as it lasts, the
 * signal given to the work is aborted: from then on another worker may be at it.
 *
 * @throws LeaseLostError when the work broke off after the lease was lost
 */
async function underLease(
  { renew, leaseMs, stopping }: { renew: () => Promise<boolean>; leaseMs: number; stopping: AbortSignal },
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const everyMs = leaseMs / RENEWALS_PER_LEASE;
  const lost = new AbortController();
  const done = new AbortController();
  let renewedAt = performance.now();
  const renewing = (async () => {
    while (!done.signal.aborted) {
      await pause(everyMs, done.signal);
      if (done.signal.aborted) return;
      const held = await renew().catch(() => undefined);
      if (held) renewedAt = performance.now();
      const isSilent = held === undefined && performance.now() - renewedAt > leaseMs - everyMs;
      if (held === false || isSilent) return lost.abort(new LeaseLostError());
    }
  })();
  try {
    await work(AbortSignal.any([stopping, lost.signal]));
  } catch (error) {
    throw lost.signal.aborted ? new LeaseLostError({ cause: error }) : error;
  } finally {
    done.abort();
    await renewing;
  }
}

/** The lease ran out or was taken while the work went on. */
export class LeaseLostError extends Error {
  constructor(options?: ErrorOptions) {
    super('The lease was lost', options);
    this.name = 'LeaseLostError';
  }
}

/** Every worker that took the row was lost over it. */
export class WorkerLostError extends Error {
  constructor() {
    super('Every worker that took this was lost over it');
    this.name = 'WorkerLostError';
  }
}

import { type Clock, systemClock } from '@marquee/runtime/clock';
import { newCall, runInCall } from '@marquee/runtime/context';
import type { Logger } from '@marquee/runtime/log';
import { secondsSince } from '@marquee/runtime/telemetry/instruments';
import { startTrace } from '@marquee/runtime/telemetry/spans';
import type { Database, Transact, Tx } from './database.ts';
import { databaseNow } from './database-now.ts';
import { pause, retryWhile } from './retry-while.ts';
import { isDatabaseTrouble, loopLevel } from './sqlstate.ts';
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

/**
 * How an attempt ended. `returned`: to the queue, uncounted. `delayed`: failed, and due again later. `failed`: given up.
 * `lost`: the row is another worker's, or was ended by somebody else. `unknown`: the process stopped before the database
 * answered; the row is taken over when its lease ends.
 */
export type Outcome = 'complete' | 'returned' | 'delayed' | 'failed' | 'lost' | 'unknown';

export type Ending<Result> = {
  outcome: Outcome;
  seconds: number;
  /** What `run` made; undefined when it threw. */
  result: Result | undefined;
  /** Why there is no result, or why it could not be written. */
  error?: unknown;
};

/**
 * Rows of work and how to do them. `complete`, `giveUp` and `retry` each write in one transaction, return false where the
 * lease is not held, and are repeated while the database is unavailable: they must be safe to repeat.
 */
export type WorkLoopOptions<Row extends Work, Result, W extends { tx: Tx } = { tx: Tx }> = {
  /** As `announceWork` calls it, and logs and traces. */
  name: string;
  db: Database;
  /** Opens the transactions of what an attempt writes, on `db`. */
  transact: Transact<W>;
  log: Logger;
  clock?: Clock;
  table: WorkTable<Row>;
  /** Rows that are worked on at once. */
  concurrency?: number;
  /** Makes the result of one attempt, outside of any transaction. */
  run: (row: Row, signals: AttemptSignals) => Promise<Result>;
  /** Writes the result. */
  complete: (write: W, row: Row, result: Result) => Promise<boolean>;
  /** Pauses before the second and later attempts after failures; after the last one `giveUp` ends the row. */
  retryDelaysMs: readonly number[];
  /** Writes that no further attempt is made. */
  giveUp: (write: W, row: Row, error: unknown) => Promise<boolean>;
  /** Writes a failure in place of `table.retry`. */
  retry?: (write: W, row: Row, error: unknown, dueAt: Date) => Promise<boolean>;
  /** Trouble that says nothing of the row: it returns to the queue uncounted, and its worker rests for 10 s. */
  isPassing?: (error: unknown) => boolean;
  /** A failure that every other attempt would repeat: the row is given up at once. A lost worker never is one. */
  isFinal?: (error: unknown) => boolean;
  /** Runs once the end of an attempt has been written; for metrics and cleaning up, never for work that must happen. */
  ended?: (row: Row, ending: Ending<Result>) => void | Promise<void>;
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
export function startWorkLoop<Row extends Work, Result, W extends { tx: Tx }>(
  options: WorkLoopOptions<Row, Result, W>,
): WorkLoop {
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
        const row = attempts.size < concurrency ? await table.claim(db, await databaseNow(db, clock)) : undefined;
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

/** One attempt at a claimed row, as the loop makes it: under its lease, to its written end. Never throws. */
export async function attemptWork<Row extends Work, Result, W extends { tx: Tx }>(
  options: WorkLoopOptions<Row, Result, W>,
  row: Row,
  stopping: AbortSignal,
): Promise<void> {
  const { name, log } = options;
  const startedAt = performance.now();
  const ending = await traced(name, () => attempt(options, row, stopping));
  const about = { loop: name, id: row.id, attempt: row.attempt };
  try {
    await options.ended?.(row, { ...ending, seconds: secondsSince(startedAt) });
  } catch (err) {
    log[loopLevel(err, 'error')]({ ...about, err }, 'what follows the end of an attempt failed');
  }
  if (ending.isPassing) await pause(PASSING_PAUSE_MS, stopping);
}

type Attempted<Result> = Omit<Ending<Result>, 'seconds'> & { isPassing?: boolean | undefined };

async function attempt<Row extends Work, Result, W extends { tx: Tx }>(
  options: WorkLoopOptions<Row, Result, W>,
  row: Row,
  stopping: AbortSignal,
): Promise<Attempted<Result>> {
  const { table, db, transact, retryDelaysMs } = options;
  let result: Result | undefined;
  try {
    // Taken from workers that were lost, each time.
    if (row.failures > retryDelaysMs.length) throw new WorkerLostError();
    stopping.throwIfAborted();
    const renewal = { renew: () => table.renew(db, row), leaseMs: table.leaseMs, stopping };
    const isWritten = await underLease(renewal, async (signal) => {
      const made = await options.run(row, { signal, stopping });
      result = made;
      // A lease that expired while the database was unavailable is still held, unless another worker has taken the row.
      return retryWhileDatabaseUnavailable(() => transact((write) => options.complete(write, row, made)), stopping);
    });
    if (isWritten) return { outcome: 'complete', result };
    logEnding(options, row, { outcome: 'lost' });
    return { outcome: 'lost', result };
  } catch (error) {
    const unknown = (cause: unknown): Settled => ({ outcome: 'unknown', cause });
    const settled = await settle(options, row, error, stopping).catch(unknown);
    logEnding(options, row, { error, ...settled });
    const { outcome, isPassing } = settled;
    return { outcome, result, error, isPassing };
  }
}

/** Runs an attempt in a call and a trace of its own: the request that caused it ended long ago. */
async function traced<Result>(name: string, work: () => Promise<Attempted<Result>>): Promise<Attempted<Result>> {
  const span = startTrace(name, () => ({ kind: 'internal' }));
  const ending = await runInCall(newCall({ traceparent: span?.traceparent }), work);
  const { error } = ending;
  span?.end(ending.outcome === 'complete' ? undefined : error instanceof Error ? error.name : ending.outcome);
  return ending;
}

type Settled = {
  outcome: Outcome;
  /** The worker pauses: what its work needs is unavailable. */
  isPassing?: boolean | undefined;
  dueAt?: Date;
  cause?: unknown;
};

/** Returns the row to the queue, or ends it. Waits for an unavailable database for as long as the process runs. */
async function settle<Row extends Work, Result, W extends { tx: Tx }>(
  options: WorkLoopOptions<Row, Result, W>,
  row: Row,
  error: unknown,
  stopping: AbortSignal,
): Promise<Settled> {
  const { table, db, transact, clock = systemClock } = options;
  const written = async (statement: () => Promise<boolean>, outcome: Outcome): Promise<Outcome> =>
    (await retryWhileDatabaseUnavailable(statement, stopping)) ? outcome : 'lost';

  const isPassing = !stopping.aborted && (options.isPassing?.(error) ?? false);
  if (stopping.aborted || isPassing || isDatabaseTrouble(error) || error instanceof LeaseLostError)
    return { outcome: await written(() => table.release(db, row), 'returned'), isPassing };

  const delayMs = options.isFinal?.(error) ? undefined : options.retryDelaysMs[row.failures];
  if (delayMs === undefined) {
    const giveUp = () => transact((write) => options.giveUp(write, row, error));
    return { outcome: await written(giveUp, 'failed') };
  }
  const now = await retryWhileDatabaseUnavailable(() => databaseNow(db, clock), stopping);
  const dueAt = new Date(now.getTime() + delayMs);
  const { retry } = options;
  const delay = () => (retry ? transact((write) => retry(write, row, error, dueAt)) : table.retry(db, row, dueAt));
  return { outcome: await written(delay, 'delayed'), dueAt };
}

function logEnding<Row extends Work>(
  { name: loop, log }: { name: string; log: Logger },
  { id, attempt }: Row,
  { outcome, error: err, isPassing, dueAt, cause }: Settled & { error?: unknown },
): void {
  // A row that is in the queue again without a failure of its own.
  if (outcome === 'returned' && !isPassing) return;
  const about = { ...(err !== undefined && { err }), loop, id, attempt };
  if (outcome === 'returned') log.error(about, 'work waits for what it needs, and is tried again');
  else if (outcome === 'delayed') log.warn({ ...about, dueAt }, 'work failed and is tried again');
  else if (outcome === 'failed') log.error(about, 'work failed for the last time');
  else if (outcome === 'lost') log.info(about, 'an attempt ended after its row was taken over or ended');
  else
    log[loopLevel(cause, 'error')](
      { ...about, err: cause },
      'the end of an attempt could not be written; the row is taken over when its lease ends',
    );
}

/** Repeats a statement while the database is unavailable; it has to be right when only its answer was lost. */
export function retryWhileDatabaseUnavailable<T>(
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
export async function underLease<T>(
  { renew, leaseMs, stopping }: { renew: () => Promise<boolean>; leaseMs: number; stopping: AbortSignal },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
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
    return await work(AbortSignal.any([stopping, lost.signal]));
  } catch (error) {
    throw lost.signal.aborted ? new LeaseLostError({ cause: error }) : error;
  } finally {
    done.abort();
    await renewing;
  }
}

/** The lease expired or was taken during the work. */
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

import type { Logger } from '@marquee/runtime/log';
import pg from 'pg';
import { type Queue as BossQueue, type JobInsert, PgBoss } from 'pg-boss';
import type { Database, Tx } from './database.ts';
import { newId } from './ids.ts';
import { loopLevel, translateSqlError } from './sqlstate.ts';

/** A queue with its bounds. pg-boss gives a job a time, not a fence: a handler checks its own lease before it writes. */
export type Queue = {
  name: string;
  retriesMax?: number;
  retryDelayS?: number;
  /** After this a job counts as failed and is given out again. */
  timeoutS?: number;
};

export type JobHandler<Data> = (data: Data, job: { id: string; signal: AbortSignal }) => Promise<void>;

export type SendOptions = {
  startAfter?: Date;
  /** One waiting job per key: a second one changes nothing. */
  singletonKey?: string;
};

export type Jobs = {
  /** Adds a job; with a transaction, together with its cause. */
  send<Data extends object>(queue: string, data: Data, options?: SendOptions & { tx?: Tx }): Promise<void>;
  /** Takes jobs of the queue, `concurrency` at a time, until closed. */
  work<Data extends object>(queue: string, handler: JobHandler<Data>, options?: WorkOptions): Promise<void>;
  /** Runs the queue's handler at the times of a cron expression (UTC), once over all processes. */
  schedule(queue: string, cron: string): Promise<void>;
  /** Stops taking jobs and waits for the running ones; those that do not end in time are given out again. */
  close(): Promise<void>;
};

export type WorkOptions = { concurrency?: number; pollS?: number };

const SCHEMA = 'pgboss';
const CLOSE_TIMEOUT_MS = 10_000;
const RETRIES_MAX = 5;
const RETRY_DELAY_S = 5;
const TIMEOUT_S = 300;
const POLL_S = 2;

/** Starts pg-boss on the service's own pool, in its own schema, and makes the queues. */
export async function openJobs({
  db,
  queues,
  log,
}: {
  db: Database;
  queues: readonly Queue[];
  log: Logger;
}): Promise<Jobs> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => db.pool.query({ text, values: values as unknown[], types: pg.types }) },
    schema: SCHEMA,
    persistWarnings: false,
    reindex: false,
  });
  boss.on('error', (error) => {
    // Some of its errors are copied into plain objects.
    const err = error instanceof Error ? error : Object.assign(new Error(), error);
    log[loopLevel(translateSqlError(error), 'error')]({ err }, 'jobs failed');
  });
  await boss.start();
  for (const queue of queues) {
    await boss.createQueue(queue.name, bossQueue(queue));
    // Makes pg-boss remember the queue: at a first `send` inside a transaction it would ask on a second connection.
    await boss.findJobs(queue.name, { id: newId() });
  }

  return {
    send: async (queue, data, { tx, startAfter, singletonKey } = {}) => {
      const job: JobInsert = { data, startAfter, singletonKey };
      await boss.send(queue, job.data, {
        startAfter,
        singletonKey,
        ...(tx && {
          db: { executeSql: async (text: string, values?: unknown[]) => ({ rows: await tx.query(text, values) }) },
        }),
      });
    },
    work: async (queue, handler, { concurrency = 1, pollS = POLL_S } = {}) => {
      await boss.work(queue, { localConcurrency: concurrency, pollingIntervalSeconds: pollS }, async (jobs) => {
        for (const job of jobs) await handler(job.data as never, { id: job.id, signal: job.signal });
      });
    },
    schedule: (queue, cron) => boss.schedule(queue, cron, null, { tz: 'UTC' }),
    close: () => boss.stop({ graceful: true, timeout: CLOSE_TIMEOUT_MS }),
  };
}

function bossQueue(queue: Queue): Omit<BossQueue, 'name'> {
  return {
    policy: 'short',
    retryLimit: queue.retriesMax ?? RETRIES_MAX,
    retryDelay: queue.retryDelayS ?? RETRY_DELAY_S,
    retryBackoff: true,
    expireInSeconds: queue.timeoutS ?? TIMEOUT_S,
  };
}

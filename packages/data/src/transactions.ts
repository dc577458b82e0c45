import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { runInTransaction } from '@marquee/runtime/transaction-guard';
import type pg from 'pg';
import type { Isolation, Statement, TransactionOptions, Tx } from './database.ts';
import { isAfterFailure, isDatabaseTrouble, isDatabaseUnavailable, isRetryable } from './sqlstate.ts';
import type { StatementNames } from './statement-names.ts';
import { attempt, connect, request, textOf } from './statements.ts';

const RETRIES_MAX = 3;
const RETRY_DELAY_MS = 20;

/** Runs a transaction, again while it collides with others. */
export async function transact<T>(
  pool: pg.Pool,
  names: StatementNames,
  run: (tx: Tx) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> {
  for (let retries = 0; ; retries++) {
    try {
      return await transactOnce(pool, names, run, { ...options, isRepeated: retries > 0 });
    } catch (error) {
      if (retries >= RETRIES_MAX || !isRetryable(error)) throw error;
      await delay(RETRY_DELAY_MS * 2 ** retries * (0.5 + Math.random()));
    }
  }
}

/** A statement that changes nothing: without a transaction it does no harm. */
const READS = /^\s*SELECT\b/;

async function transactOnce<T>(
  pool: pg.Pool,
  names: StatementNames,
  run: (tx: Tx) => Promise<T>,
  { isolation = 'READ COMMITTED', last, isRepeated }: TransactionOptions & { isRepeated: boolean },
): Promise<T> {
  const client = await connect(pool);
  let broken: Error | undefined;
  let open = true;
  /** Of the first statement that failed. */
  let failure: unknown;
  // A lost connection also raises 'error' on the client; the failing query reports it.
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  const begun = begin(client, isolation);
  const sent: Promise<unknown>[] = [];
  const attemptIn = (statement: string | Statement, values?: unknown[]) => {
    if (!open) throw new Error('The transaction is over: await every query inside it.');
    inOnePacket(client);
    const rows = attempt(client, names, statement, values);
    rows.catch((error: unknown) => {
      failure ??= error;
    });
    return rows;
  };
  // With BEGIN goes what changes nothing: were BEGIN refused, a write would be one without a transaction.
  let mustWait = false;
  const mayGo = (statement: string | Statement) => {
    mustWait ||= !READS.test(textOf(statement));
    return begun.isDone || !mustWait;
  };
  const tx: Tx = {
    isRepeated,
    query: async <R>(statement: string | Statement, values?: unknown[]) => {
      try {
        if (!mayGo(statement)) await begun.done;
        const rows = attemptIn(statement, values);
        if (!begun.isDone) await Promise.all([begun.done, rows]);
        return (await rows) as R[];
      } catch (error) {
        if (!isAfterFailure(error)) throw error;
        await Promise.allSettled(sent);
        throw failure;
      }
    },
    send(statement) {
      const rows = mayGo(statement) ? attemptIn(statement) : begun.done.then(() => attemptIn(statement));
      sent.push(rows);
      rows.catch(() => {});
    },
  };
  try {
    const result = await runInTransaction(pool, () => run(tx));
    await begun.done;
    const statement = last?.();
    if (statement) sent.push(attemptIn(statement));
    open = false;
    inOnePacket(client);
    await commit(client, sent, () => failure);
    return result;
  } catch (error) {
    open = false;
    // Over a connection that is lost nobody hears it.
    if (isDatabaseUnavailable(error)) broken ??= error;
    else {
      await client.query('ROLLBACK').catch((cause: Error) => {
        broken ??= cause;
      });
    }
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}

/** Begins a transaction, without waiting for it. */
function begin(client: pg.PoolClient, isolation: Isolation): { isDone: boolean; done: Promise<unknown> } {
  inOnePacket(client);
  const done = request(client, { text: `BEGIN ISOLATION LEVEL ${isolation}` });
  const begun = { isDone: false, done };
  const end = () => {
    begun.isDone = true;
  };
  // A caller that waits for it gets the reason of a failure.
  done.then(end, () => {});
  return begun;
}

/** Commits behind statements that are on their way: where one of them fails, PostgreSQL rolls back instead. */
async function commit(client: pg.PoolClient, sent: readonly Promise<unknown>[], failure: () => unknown): Promise<void> {
  const committing = request(client, { text: 'COMMIT' });
  const [committed, ...written] = await Promise.allSettled([committing, ...sent]);
  const failed = written.find((one) => one.status === 'rejected');
  if (failed) throw isAfterFailure(failed.reason) ? failure() : failed.reason;
  if (committed.status === 'rejected') throw committed.reason;
  if (committed.value.command === 'COMMIT') return;
  const cause = failure();
  if (isDatabaseTrouble(cause)) throw cause;
  throw new Error('The transaction was rolled back: a statement in it failed and its error was swallowed.', { cause });
}

const gathering = new WeakSet<pg.PoolClient>();

/** What is sent to a connection until the running code waits for something goes out together: each write wakes PostgreSQL. */
function inOnePacket(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  if (gathering.has(client)) return;
  gathering.add(client);
  stream.cork();
  process.nextTick(() => {
    gathering.delete(client);
    stream.uncork();
  });
}

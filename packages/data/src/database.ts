import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@marquee/runtime/log';
import { InsideTransactionError, inTransaction, runInTransaction } from '@marquee/runtime/transaction-guard';
import pg from 'pg';
import { columnTypes } from './column-types.ts';
import { fieldOf } from './columns.ts';
import { dbPoolConnections, dbPoolWaiting } from './instruments.ts';
import { observeQuery } from './observe-query.ts';
import {
  isAfterFailure,
  isDatabaseTrouble,
  isDatabaseUnavailable,
  isRetryable,
  StalePlanError,
  translateSqlError,
} from './sqlstate.ts';
import { createStatementNames, type StatementNames } from './statement-names.ts';
import { WriteTurns } from './write-turns.ts';

/** A statement with a name is prepared once per connection; use it where a query is hot. */
export type Statement = { name?: string; text: string; values?: unknown[] };

/**
 * Runs one statement and returns its rows, with camelCase fields. Errors are translated once, here (see sqlstate.ts).
 */
export type Query = <R = Record<string, unknown>>(statement: string | Statement, values?: unknown[]) => Promise<R[]>;

/** A running transaction. Everything in it goes through this object. */
export type Tx = { query: Query };

/** Runs a transaction, and gives what its work writes with: the transaction, and whatever else its maker adds. */
export type Transact<W extends { tx: Tx }> = <T>(work: (write: W) => Promise<T>) => Promise<T>;

export type Database = {
  /** The one pool of the service. Only adapters (Prisma, jobs) use it directly. */
  pool: pg.Pool;
  query: Query;
  /**
   * Runs a transaction: commits when `run` resolves, rolls back when it throws. Serialisation failures, deadlocks and
   * statements that a migration has changed are tried again (up to RETRIES_MAX times), so `run` does nothing but
   * database work.
   */
  transaction<T>(run: (tx: Tx) => Promise<T>, options?: { isolation?: Isolation }): Promise<T>;
  /** The turns of the writes that viewers ask for: they leave connections to reads and to work in the background. */
  writeTurns: WriteTurns;
  close(): Promise<void>;
};

export type Isolation = 'READ COMMITTED' | 'REPEATABLE READ' | 'SERIALIZABLE';

export type DatabaseOptions = {
  url: string;
  /** Connections of the pool; the sum over all services must fit PostgreSQL's max_connections. */
  max?: number;
  log: Logger;
  applicationName: string;
  /** ANSWER_TIMEOUT_MS by default. */
  answerTimeoutMs?: number;
};

export const POOL_CONNECTIONS = 8;
/** Of the pool: writes that wait for rows never keep reads waiting. */
const CONNECTIONS_NOT_FOR_WRITES = 3;
export const CONNECTION_TIMEOUT_MS = 5_000;
export const STATEMENT_TIMEOUT_MS = 15_000;
/** A server that has not even said by then that it gave up is gone, and so is the connection. */
export const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 2_000;
/** With these the server notices within 20 s that a client is gone, and releases its locks. */
export const KEEPALIVE_OPTIONS = '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=2';
export const LOCK_TIMEOUT_MS = 10_000;
export const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000;
export const POOL_IDLE_TIMEOUT_MS = 10_000;
export const RETRIES_MAX = 3;
const RETRY_DELAY_MS = 20;

/** A pool that refuses to give a second connection to code inside one of its own transactions. */
class GuardedPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(
    callback: (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void,
  ): void;
  override connect(
    callback?: (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void,
  ): Promise<pg.PoolClient> | undefined {
    if (inTransaction(this)) {
      if (!callback) return Promise.reject(new InsideTransactionError());
      callback(new InsideTransactionError(), undefined, () => {});
      return undefined;
    }
    if (!callback) return super.connect();
    super.connect(callback);
    return undefined;
  }
}

/** Opens the one pool of a service. No connection is made until the first query. */
export function openDatabase(options: DatabaseOptions): Database {
  const { url, max = POOL_CONNECTIONS, log, applicationName } = options;
  const pool = new GuardedPool({
    connectionString: url,
    max,
    application_name: applicationName,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    idleTimeoutMillis: POOL_IDLE_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    query_timeout: options.answerTimeoutMs ?? ANSWER_TIMEOUT_MS,
    keepAlive: true,
    options: KEEPALIVE_OPTIONS,
    allowExitOnIdle: true,
    types: columnTypes,
  });
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'));

  const unwatch = watchPool(pool);
  const names = createStatementNames();

  let closing: Promise<void> | undefined;
  return {
    pool,
    query: async <R>(statement: string | Statement, values?: unknown[]) =>
      (await attempt(pool, names, statement, values)) as R[],
    writeTurns: new WriteTurns({ runningMax: Math.max(1, max - CONNECTIONS_NOT_FOR_WRITES) }),
    transaction: (run, options) => transact(pool, names, run, options?.isolation ?? 'READ COMMITTED'),
    close: () => {
      unwatch();
      closing ??= pool.end();
      return closing;
    },
  };
}

/** Adapters query the pool themselves (Prisma, jobs): what all of them do is seen here. */
function watchPool(pool: pg.Pool): () => void {
  const query = pool.query.bind(pool) as (...statement: unknown[]) => unknown;
  pool.query = ((...statement: unknown[]) =>
    observeQuery(statement[0], () => query(...statement))) as typeof pool.query;
  const unwatch = [
    dbPoolConnections.watch(() => [
      [pool.totalCount - pool.idleCount, { state: 'active' }],
      [pool.idleCount, { state: 'idle' }],
    ]),
    dbPoolWaiting.watch(() => pool.waitingCount),
  ];
  return () => {
    for (const end of unwatch) end();
  };
}

async function transact<T>(
  pool: pg.Pool,
  names: StatementNames,
  run: (tx: Tx) => Promise<T>,
  isolation: Isolation,
): Promise<T> {
  for (let retries = 0; ; retries++) {
    try {
      return await transactOnce(pool, names, run, isolation);
    } catch (error) {
      if (retries >= RETRIES_MAX || !isRetryable(error)) throw error;
      await delay(RETRY_DELAY_MS * 2 ** retries * (0.5 + Math.random()));
    }
  }
}

async function transactOnce<T>(
  pool: pg.Pool,
  names: StatementNames,
  run: (tx: Tx) => Promise<T>,
  isolation: Isolation,
): Promise<T> {
  const client = await connect(pool);
  let broken: Error | undefined;
  let open = true;
  /** Of the first statement that failed. */
  let failure: unknown;
  const tx: Tx = {
    query: async <R>(statement: string | Statement, values?: unknown[]) => {
      if (!open) throw new Error('The transaction is over: await every query inside it.');
      try {
        return (await attempt(client, names, statement, values)) as R[];
      } catch (error) {
        failure ??= error;
        throw isAfterFailure(error) ? failure : error;
      }
    },
  };
  // A lost connection also raises 'error' on the client; the failing query reports it.
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  try {
    await request(client, { text: `BEGIN ISOLATION LEVEL ${isolation}` });
    const result = await runInTransaction(pool, () => run(tx));
    open = false;
    const committed = await request(client, { text: 'COMMIT' });
    if (committed.command !== 'COMMIT') {
      if (isDatabaseTrouble(failure)) throw failure;
      throw new Error('The transaction was rolled back: a statement in it failed and its error was swallowed.', {
        cause: failure,
      });
    }
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

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw translateSqlError(error);
  }
}

/**
 * Runs one statement. Values come in an array for each row, and each object is made once, with the names of the code:
 * `createdAt` for `created_at`.
 */
async function attempt(
  target: pg.Pool | pg.PoolClient,
  names: StatementNames,
  statement: string | Statement,
  values?: unknown[],
): Promise<object[]> {
  const result = await requestPrepared(target, names, { ...withValues(statement, values), rowMode: 'array' });
  // Several statements in one text, such as a test writes, give no rows.
  if (Array.isArray(result)) return [];
  const fields = result.fields.map(({ name }) => fieldOf(name));
  return (result.rows as unknown as unknown[][]).map((row) => {
    const record: Record<string, unknown> = {};
    for (let index = 0; index < fields.length; index++) record[fields[index] as string] = row[index];
    return record;
  });
}

function withValues(statement: string | Statement, values: unknown[] | undefined): Statement {
  if (typeof statement === 'string') return { text: statement, ...(values && { values }) };
  return values ? { ...statement, values } : statement;
}

/** Prepares a statement again whose plan is stale: here, or in a transaction when the whole transaction is repeated. */
async function requestPrepared(
  target: pg.Pool | pg.PoolClient,
  names: StatementNames,
  statement: Statement & { rowMode: 'array' },
): Promise<pg.QueryResult> {
  // '' is PostgreSQL's statement without a name, which is planned at each use.
  const { name = '', ...rest } = statement;
  const current = names.current(name);
  try {
    return await request(target, { ...rest, name: current });
  } catch (error) {
    if (!(error instanceof StalePlanError)) throw error;
    names.renew(name, current);
    if (!(target instanceof pg.Pool)) throw error;
    return request(target, { ...rest, name: names.current(name) });
  }
}

async function request(
  target: pg.Pool | pg.PoolClient,
  statement: Statement & { rowMode?: 'array' },
): Promise<pg.QueryResult> {
  try {
    const run = () => target.query(statement);
    return await (target instanceof pg.Pool ? run() : observeQuery(statement, run));
  } catch (error) {
    throw translateSqlError(error);
  }
}

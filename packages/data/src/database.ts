import type { Logger } from '@marquee/runtime/log';
import { InsideTransactionError, inTransaction } from '@marquee/runtime/transaction-guard';
import pg from 'pg';
import { columnTypes } from './column-types.ts';
import { dbPoolConnections, dbPoolWaiting } from './instruments.ts';
import { observeQuery } from './observe-query.ts';
import { createStatementNames } from './statement-names.ts';
import { attempt } from './statements.ts';
import { transact } from './transactions.ts';
import { WriteTurns } from './write-turns.ts';

/** A statement with a name is prepared once per connection; use it where a query is hot. */
export type Statement = { name?: string; text: string; values?: unknown[] };

/**
 * Runs one statement and returns its rows, with camelCase fields. Errors are translated once, here (see sqlstate.ts).
 */
export type Query = <R = Record<string, unknown>>(statement: string | Statement, values?: unknown[]) => Promise<R[]>;

/** A running transaction. Everything in it goes through this object. */
export type Tx = {
  query: Query;
  /** As `send` below uses it; what is no transaction has none. */
  send?: (statement: Statement) => void;
  /**
   * True where the transaction is repeated, because it has collided with another, or what it counted on did not hold. What
   * is sent with `repeat_unless` (sql/0002) is asked and waited for then.
   */
  isRepeated?: boolean;
};

/**
 * Sends a statement whose rows nobody reads, and does not wait for it in a transaction: it goes out in one packet with what
 * follows it. Where it fails, the next query does, or the commit, by its error.
 */
export async function send(tx: Tx, statement: Statement): Promise<void> {
  if (tx.send) tx.send(statement);
  else await tx.query(statement);
}

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
  transaction<T>(run: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** The turns of the writes that viewers ask for: they leave connections to reads and to work in the background. */
  writeTurns: WriteTurns;
  close(): Promise<void>;
};

export type Isolation = 'READ COMMITTED' | 'REPEATABLE READ' | 'SERIALIZABLE';

export type TransactionOptions = {
  /** READ COMMITTED by default. */
  isolation?: Isolation;
  /**
   * Gives a statement that is to be the last one, once `run` has resolved. It is sent together with the commit, which spares
   * a round trip, and its rows are not read.
   */
  last?: () => Statement | undefined;
};

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
    // A statement is sent at once, also while another one on its connection is not answered: see transactions.ts.
    pipeline: true,
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
    transaction: (run, options) => transact(pool, names, run, options),
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

import { DomainError } from '@marquee/runtime/errors';
import pg from 'pg';

const BUSY = {
  kind: 'UNAVAILABLE',
  reason: 'DATABASE_BUSY',
  message: 'This took too long. Please try again in a moment.',
} as const;

export type ConstraintKind = 'unique' | 'foreign key' | 'check' | 'not null' | 'exclusion';

/**
 * A row was refused by a constraint. Stores catch it by `constraint` and throw their own domain error; one that nobody
 * expects is a bug and leaves as INTERNAL.
 */
export class ConstraintError extends Error {
  readonly kind: ConstraintKind;
  readonly constraint: string;
  readonly table: string;

  constructor(kind: ConstraintKind, constraint: string, table: string, cause: unknown) {
    super(`The ${kind} constraint ${constraint} of ${table || 'a table'} refused a row.`, { cause });
    this.name = 'ConstraintError';
    this.kind = kind;
    this.constraint = constraint;
    this.table = table;
  }
}

/**
 * Two transactions collided; running the later one again is right. `database.transaction` does so by itself; past its
 * retries, and for a single statement, the database is busy.
 */
export class SerialisationError extends DomainError {
  constructor(cause: unknown) {
    super({ ...BUSY, cause });
    this.name = 'SerialisationError';
  }
}

/** A prepared statement returns other columns than when it was prepared; preparing it again is right. */
export class StalePlanError extends Error {
  constructor(cause: unknown) {
    super('The columns that a prepared statement returns have changed.', { cause });
    this.name = 'StalePlanError';
  }
}

const CONSTRAINT_KINDS: Record<string, ConstraintKind> = {
  '23505': 'unique',
  '23503': 'foreign key',
  '23514': 'check',
  '23502': 'not null',
  '23P01': 'exclusion',
};
// The code alone is given for much that PostgreSQL does not support.
const STALE_PLAN = { code: '0A000', routine: 'RevalidateCachedQuery' };
const COLLISIONS = new Set(['40001', '40P01']);
// A statement, a lock, an idle transaction, a whole transaction.
const TIMEOUTS = new Set(['57014', '55P03', '25P03', '25P04']);
// A statement after one that failed in the same transaction.
const ABORTED = '25P02';
// Connections that failed (a pooler refuses with 08P01); no connections, memory or disk left; a disk or system that fails.
const UNAVAILABLE_CLASSES = new Set(['08', '53', '58']);
// Shutting down, crashed, starting up, the database dropped or moved, idle for too long; closed to connections; read-only,
// as a server that was the primary until a moment ago.
const UNAVAILABLE = new Set(['57P01', '57P02', '57P03', '57P04', '57P05', '55000', '25006']);
// A NUL or half a surrogate, in text or in JSON.
const UNSTORABLE_TEXT = new Set(['22021', '22P05']);
const UNAVAILABLE_SYSTEM = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END'],
]);
// What pg and its pool say without a code. "after calling end": the process is draining.
const LOST_CONNECTION =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|not queryable|Query read timeout|establishing an SSL connection|after calling end on the pool/;

/** The only place that reads SQLSTATE. All other errors pass through unchanged. */
export function translateSqlError(error: unknown): unknown {
  // By shape, not by class: a system error may come from another realm.
  const { code, message } = textsOf(error);
  const kind = CONSTRAINT_KINDS[code];
  if (kind && error instanceof pg.DatabaseError) {
    return new ConstraintError(kind, error.constraint ?? error.column ?? '', error.table ?? '', error);
  }
  if (code === STALE_PLAN.code && (error as { routine?: unknown }).routine === STALE_PLAN.routine) {
    return new StalePlanError(error);
  }
  if (COLLISIONS.has(code)) return new SerialisationError(error);
  if (TIMEOUTS.has(code)) return databaseBusy(error);
  if (UNSTORABLE_TEXT.has(code)) return unstorableText(error);
  if (isUnavailable(code) || LOST_CONNECTION.test(message)) return databaseUnavailable(error);
  return error;
}

function textsOf(error: unknown): { code: string; message: string } {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return { code: typeof code === 'string' ? code : '', message: String(message) };
}

function isUnavailable(code: string): boolean {
  return UNAVAILABLE.has(code) || UNAVAILABLE_SYSTEM.has(code) || UNAVAILABLE_CLASSES.has(code.slice(0, 2));
}

/** True for the error of a statement that was not tried, because an earlier one of its transaction had failed. */
export function isAfterFailure(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === ABORTED;
}

/** True for an error after which the same transaction may be run again. */
export function isRetryable(error: unknown): boolean {
  return error instanceof SerialisationError || error instanceof StalePlanError;
}

/** True when the connection was lost, or none could be made. */
export function isDatabaseUnavailable(error: unknown): error is DomainError {
  return error instanceof DomainError && error.reason === 'DATABASE_UNAVAILABLE';
}

/** True when the database was unavailable or too busy to answer: that says nothing of what was written to it. */
export function isDatabaseTrouble(error: unknown): error is DomainError {
  return isDatabaseUnavailable(error) || (error instanceof DomainError && error.reason === BUSY.reason);
}

/** The log level for an error of a loop: debug while the database is unavailable, which its watcher logs once. */
export function loopLevel<Level extends 'error' | 'warn'>(error: unknown, otherwise: Level): Level | 'debug' {
  return isDatabaseUnavailable(error) ? 'debug' : otherwise;
}

/** True when the row was refused by the named constraint (or by any of this kind, without a name). */
export function violates(error: unknown, constraint: string): error is ConstraintError {
  return error instanceof ConstraintError && error.constraint === constraint;
}

function unstorableText(cause: unknown): DomainError {
  return new DomainError({
    kind: 'INVALID',
    reason: 'TEXT_INVALID',
    message: 'This text has a character in it that cannot be kept.',
    cause,
  });
}

function databaseBusy(cause: unknown): DomainError {
  return new DomainError({ ...BUSY, cause });
}

function databaseUnavailable(cause: unknown): DomainError {
  return new DomainError({
    kind: 'UNAVAILABLE',
    reason: 'DATABASE_UNAVAILABLE',
    message: 'The service is not available right now. Please try again in a moment.',
    cause,
  });
}

import { DomainError } from '@marquee/runtime/errors';
import pg from 'pg';

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

/** Two transactions collided; running the later one again is right. `database.transaction` does so by itself. */
export class SerialisationError extends Error {
  constructor(cause: unknown) {
    super('The transaction collided with another one.', { cause });
    this.name = 'SerialisationError';
  }
}

const CONSTRAINT_KINDS: Record<string, ConstraintKind> = {
  '23505': 'unique',
  '23503': 'foreign key',
  '23514': 'check',
  '23502': 'not null',
  '23P01': 'exclusion',
};
const COLLISIONS = new Set(['40001', '40P01']);
const TIMEOUTS = new Set(['57014', '55P03', '25P03']);
// Too many connections, shutting down, starting up, lost connections; closed to connections; read-only, as a server that
// was the primary until a moment ago.
const UNAVAILABLE = new Set([
  ...['53300', '57P01', '57P02', '57P03', '08000', '08001', '08003', '08004', '08006'],
  ...['55000', '25006'],
]);
// A NUL or half a surrogate, in text or in JSON.
const UNSTORABLE_TEXT = new Set(['22021', '22P05']);
const UNAVAILABLE_SYSTEM = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND']);
const LOST_CONNECTION =
  /timeout exceeded when trying to connect|Connection terminated|not queryable|Query read timeout/;

/** The only place that knows SQLSTATE. Whatever it does not know passes through unchanged. */
export function translateSqlError(error: unknown): unknown {
  // By shape, not by class: a system error may come from another realm.
  if (typeof error !== 'object' || error === null) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const message = 'message' in error && typeof error.message === 'string' ? error.message : '';
  const kind = CONSTRAINT_KINDS[code];
  if (kind && error instanceof pg.DatabaseError) {
    return new ConstraintError(kind, error.constraint ?? error.column ?? '', error.table ?? '', error);
  }
  if (COLLISIONS.has(code)) return new SerialisationError(error);
  if (TIMEOUTS.has(code)) return databaseBusy(error);
  if (UNSTORABLE_TEXT.has(code)) return unstorableText(error);
  if (UNAVAILABLE.has(code) || UNAVAILABLE_SYSTEM.has(code) || LOST_CONNECTION.test(message)) {
    return databaseUnavailable(error);
  }
  return error;
}

/** True for an error after which the same transaction may be run again. */
export function isRetryable(error: unknown): boolean {
  return error instanceof SerialisationError;
}

/** True when the connection was lost, or none could be made. */
export function isDatabaseAway(error: unknown): error is DomainError {
  return error instanceof DomainError && error.reason === 'DATABASE_UNAVAILABLE';
}

/** The log level for an error of a loop: debug while the database is away, which its watcher logs once. */
export function loopLevel<Level extends 'error' | 'warn'>(error: unknown, otherwise: Level): Level | 'debug' {
  return isDatabaseAway(error) ? 'debug' : otherwise;
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
  return new DomainError({
    kind: 'UNAVAILABLE',
    reason: 'DATABASE_BUSY',
    message: 'This took too long. Please try again in a moment.',
    cause,
  });
}

function databaseUnavailable(cause: unknown): DomainError {
  return new DomainError({
    kind: 'UNAVAILABLE',
    reason: 'DATABASE_UNAVAILABLE',
    message: 'The service is not available right now. Please try again in a moment.',
    cause,
  });
}

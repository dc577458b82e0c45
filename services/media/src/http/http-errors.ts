import { DomainError, type ErrorKind } from '@marquee/runtime/errors';

const STATUS: Record<ErrorKind, number> = {
  INVALID: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  ALREADY_EXISTS: 409,
  CONFLICT: 409,
  FAILED_PRECONDITION: 409,
  EXHAUSTED: 429,
  TOO_LARGE: 413,
  UNAVAILABLE: 503,
  DEADLINE: 504,
};

// A full store is shown to the maker at once; clients would retry a 503.
const STATUS_OF_REASON: Record<string, number> = { RANGE_NOT_SATISFIABLE: 416, STORAGE_FULL: 507 };

/** Retry-After of a 503, in seconds. */
export const RETRY_AFTER_S = '5';

/** The HTTP status of an error; 500 for one that is not a DomainError. */
export function statusOf(error: unknown): number {
  if (!(error instanceof DomainError)) return 500;
  return STATUS_OF_REASON[error.reason] ?? STATUS[error.kind];
}

/** The body of a refusal, with the reason and message of the error. */
export function refusalBody(error: unknown): string {
  if (!(error instanceof DomainError)) {
    return JSON.stringify({ reason: 'INTERNAL', message: 'Something went wrong. Please try again later.' });
  }
  const { reason, message, fields } = error;
  return JSON.stringify({ reason, message, ...(fields.length > 0 ? { fields } : {}) });
}

export const rangeNotSatisfiable = (size: number) =>
  new DomainError({
    kind: 'INVALID',
    reason: 'RANGE_NOT_SATISFIABLE',
    message: 'This part of the file does not exist.',
    metadata: { size: String(size) },
  });

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

// A full store is for the maker to know at once, not for the client to wait for.
const STATUS_OF_REASON: Record<string, number> = { RANGE_NOT_SATISFIABLE: 416, STORAGE_FULL: 507 };

/** After how many seconds a client that is told 503 should come back. */
export const RETRY_AFTER_S = '5';

/** The HTTP status of a refusal; what nobody expected is 500. */
export function statusOf(error: unknown): number {
  if (!(error instanceof DomainError)) return 500;
  return STATUS_OF_REASON[error.reason] ?? STATUS[error.kind];
}

/** The body of a refusal: the same reason and text as the RPC gives. */
export function refusalBody(error: unknown): string {
  if (!(error instanceof DomainError)) {
    return JSON.stringify({ reason: 'INTERNAL', message: 'Something went wrong. Please try again later.' });
  }
  const { reason, message, fields } = error;
  return JSON.stringify({ reason, message, ...(fields.length > 0 ? { fields } : {}) });
}

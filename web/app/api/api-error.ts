import { Code, ConnectError } from '@connectrpc/connect';
import { ErrorDetailSchema } from '@marquee/contracts/errors/v1/errors_pb';
import { isRouteErrorResponse } from 'react-router';

/** The content of a refusal, in the browser and, as the data of a route error, on the server. */
export type Refusal = {
  code: keyof typeof Code;
  /** Stable and machine-readable, such as FILM_NOT_FOUND; empty when the error had no detail. */
  reason: string;
  /** The text for the viewer; empty when the server gave none. */
  message: string;
  fields: { field: string; message: string }[];
  metadata: Record<string, string>;
};

/** A refused or failed call: what every unary call of `client(…)` throws. */
export class ApiError extends Error implements Refusal {
  readonly code: keyof typeof Code;
  readonly reason: string;
  readonly fields: { field: string; message: string }[];
  readonly metadata: Record<string, string>;

  constructor(refusal: Refusal, cause?: unknown) {
    super(refusal.message, { cause });
    this.name = 'ApiError';
    this.code = refusal.code;
    this.reason = refusal.reason;
    this.fields = refusal.fields;
    this.metadata = refusal.metadata;
  }
}

const noDetail = { reason: '', message: '', fields: [], metadata: {} };

/** Reads a refusal out of whatever was thrown. Texts that are not meant for a viewer are left out. */
export function refusalOf(thrown: unknown): Refusal {
  if (thrown instanceof ApiError) return thrown;
  if (isRouteErrorResponse(thrown) || isThrownData(thrown)) return asRefusal(thrown.data);
  if (!(thrown instanceof ConnectError)) return { code: 'Unknown', ...noDetail };
  const code = Code[thrown.code] as keyof typeof Code;
  const [detail] = thrown.findDetails(ErrorDetailSchema);
  if (!detail) return { code, ...noDetail };
  return {
    code,
    reason: detail.reason,
    message: detail.message,
    fields: detail.fields.map(({ field, message }) => ({ field, message })),
    metadata: { ...detail.metadata },
  };
}

export function toApiError(thrown: unknown): ApiError {
  return thrown instanceof ApiError ? thrown : new ApiError(refusalOf(thrown), thrown);
}

/** The text to show: the server's own, or the one that the specification gives for this failure. */
export function messageOf(thrown: unknown, fallback: string): string {
  return refusalOf(thrown).message || fallback;
}

const statuses: Partial<Record<keyof typeof Code, number>> = {
  InvalidArgument: 400,
  Unauthenticated: 401,
  PermissionDenied: 403,
  NotFound: 404,
  AlreadyExists: 409,
  Aborted: 409,
  FailedPrecondition: 412,
  ResourceExhausted: 429,
  Canceled: 499,
  Unavailable: 503,
  DeadlineExceeded: 504,
};

/** The HTTP status of a page that ends with this refusal. */
export function statusOf(refusal: Refusal): number {
  return statuses[refusal.code] ?? 500;
}

function isThrownData(thrown: unknown): thrown is { data: unknown } {
  return typeof thrown === 'object' && thrown !== null && 'type' in thrown && thrown.type === 'DataWithResponseInit';
}

function asRefusal(data: unknown): Refusal {
  if (typeof data !== 'object' || data === null || !('reason' in data)) return { code: 'Unknown', ...noDetail };
  return { code: 'Unknown', ...noDetail, ...(data as Partial<Refusal>) };
}

import type { Code } from '@connectrpc/connect';
import { type Refusal, unknownRefusal } from '@marquee/contracts/refusal';
import { isRouteErrorResponse } from 'react-router';
import { formatAddedDate, formatMoment } from '../language/format.ts';
import { _, pageLanguage, worded } from '../language/words.ts';

/** A refused or failed call: what every unary call of `client(…)` throws, made by call-error.ts. */
export class ApiError extends Error implements Refusal {
  declare readonly code: Refusal['code'];
  declare readonly reason: string;
  declare readonly fields: Refusal['fields'];
  declare readonly metadata: Refusal['metadata'];
  declare readonly wording?: Refusal['wording'];

  constructor(refusal: Refusal, cause?: unknown) {
    super(refusal.message, { cause });
    Object.assign(this, refusal, { name: 'ApiError' });
  }
}

/** Reads a refusal out of whatever was thrown: by a call, or, on the server, as the data of a route error. */
export function refusalOf(thrown: unknown): Refusal {
  if (thrown instanceof ApiError) return thrown;
  if (isRouteErrorResponse(thrown) || isThrownData(thrown)) return wordedRefusal(asRefusal(thrown.data));
  return unknownRefusal;
}

/** Times and numbers are sent as machines write them. */
function valuesOf(values: Record<string, string>): Record<string, string | number> {
  const { day, moment, count, ...others } = values;
  return {
    ...others,
    ...(day && { day: formatAddedDate(new Date(day)) }),
    ...(moment && { moment: formatMoment(new Date(moment)) }),
    ...(count && { count: Number(count) }),
  };
}

/** Services write English; what is shown is in the language of the page. */
export function wordedRefusal(refusal: Refusal): Refusal {
  if (pageLanguage() === 'en') return refusal;
  const fields = refusal.fields.map(({ field, message }) => ({ field, message: worded(message) }));
  const { wording } = refusal;
  const message = wording ? _(wording.text, valuesOf(wording.values)) : worded(refusal.message);
  return { ...refusal, message, fields };
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
  if (typeof data !== 'object' || data === null || !('reason' in data)) return unknownRefusal;
  return { ...unknownRefusal, ...(data as Partial<Refusal>) };
}

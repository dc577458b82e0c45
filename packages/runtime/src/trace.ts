import { randomBytes } from 'node:crypto';

// W3C Trace Context, level 1: version 00, not all zero.
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/;

/** True for a `traceparent` that may be carried on. */
export function isTraceparent(value: string | undefined): value is string {
  return value !== undefined && TRACEPARENT.test(value);
}

/** A `traceparent` that begins a trace; not sampled. */
export function newTraceparent(): string {
  const bytes = randomBytes(24).toString('hex');
  return `00-${bytes.slice(0, 32)}-${bytes.slice(32)}-00`;
}

/** The trace id of a `traceparent`. */
export function traceIdOf(traceparent: string): string {
  return traceparent.slice(3, 35);
}

import { randomFillSync } from 'node:crypto';

// W3C Trace Context, level 1: version 00, not all zero.
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/;
const FLAGS_AT = 53;
const LAST_FLAG_AT = 54;
// Hexadecimal digits whose lowest bit, the flag `sampled`, is set.
const ODD = '13579bdf';

/** True for a `traceparent` that may be carried on. */
export function isTraceparent(value: string | undefined): value is string {
  return value !== undefined && TRACEPARENT.test(value);
}

const ID_BYTES = 24;
// Random bytes are drawn for many ids at once: the call costs more than the bytes.
const random = Buffer.alloc(ID_BYTES * 256);
let used = random.length;

/** A `traceparent` that begins a trace; not sampled. */
export function newTraceparent(): string {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  const ids = random.toString('hex', used, used + ID_BYTES);
  used += ID_BYTES;
  return `00-${ids.slice(0, 32)}-${ids.slice(32)}-00`;
}

/** The trace id of a `traceparent`. */
export function traceIdOf(traceparent: string): string {
  return traceparent.slice(3, 35);
}

/** The id of the span that a `traceparent` names. */
export function spanIdOf(traceparent: string): string {
  return traceparent.slice(36, 52);
}

/** Whether the spans of its trace are recorded. */
export function isSampled(traceparent: string): boolean {
  return ODD.includes(traceparent.charAt(LAST_FLAG_AT));
}

/** The same traceparent with the sampled flag set or cleared. */
export function withSampling(traceparent: string, sampled: boolean): string {
  return `${traceparent.slice(0, FLAGS_AT)}${sampled ? '01' : '00'}`;
}

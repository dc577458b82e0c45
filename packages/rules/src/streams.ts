import { HEARTBEAT_INTERVAL_MS_MAX } from './watch.ts';

/** How long a playback counts as a stream after its last heartbeat: three of the rarest. */
export const STREAM_LEASE_MS = 3 * HEARTBEAT_INTERVAL_MS_MAX;

/** On how many devices an account may watch at once, by its plan. */
const STREAMS_AT_ONCE: Readonly<Record<string, number>> = { NONE: 2, FREEMIUM: 2, PRO: 3, PREMIUM: 4 };

/** The same for a plan by its name; one that this release does not know, and none, allow what NONE does [WAT-14]. */
export function streamsAtOnce(plan: string | undefined): number {
  return STREAMS_AT_ONCE[plan ?? 'NONE'] ?? (STREAMS_AT_ONCE.NONE as number);
}

export const STREAM_MESSAGES = {
  full: 'This account is watching on another device. Watch here instead?',
  taken: 'This account now watches on another device.',
} as const;

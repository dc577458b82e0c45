import { VIEW_TOLERANCE_MS } from '@marquee/rules/watch';
import type { Session } from './sessions.ts';

/** Reaching the end up to this counts as the end. */
const END_SLACK_MS = 1_000;

/**
 * How long was really played: at most the time that passed since the session's last heartbeat, so that a
 * client cannot play faster than the clock [WAT-07].
 */
export function believablePlayedMs(session: Session, claimedMs: number, now: Date): number {
  const sinceSeenMs = now.getTime() - session.seenAt.getTime();
  const sinceStartMs = now.getTime() - session.startedAt.getTime();
  return Math.max(
    0,
    Math.min(claimedMs, session.playedMs + sinceSeenMs + VIEW_TOLERANCE_MS, sinceStartMs + VIEW_TOLERANCE_MS),
  );
}

/** Until when a playback that may not continue can have played: it ended before this, or ends by it. */
export function playedUntil({ endedAt, displacedAt, addressEndedAt }: Session, now: Date): Date {
  const ends = [endedAt, displacedAt, addressEndedAt].filter((end) => end !== null);
  return new Date(Math.min(now.getTime(), ...ends.map((end) => end.getTime())));
}

/** Whether a position is the end of what the session plays. */
export function isAtEnd({ durationMs }: Session, positionMs: number): boolean {
  return durationMs > 0 && positionMs >= durationMs - END_SLACK_MS;
}

export function clampPosition({ durationMs }: Session, positionMs: number): number {
  return Math.max(0, Math.min(positionMs, durationMs > 0 ? durationMs : Number.MAX_SAFE_INTEGER));
}

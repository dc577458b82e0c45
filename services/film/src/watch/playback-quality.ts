import { PlaybackErrorKind, type PlaybackQuality } from '@marquee/contracts/film/v1/watch_pb';
import { HEARTBEAT_INTERVAL_MS } from '@marquee/rules/film';
import type { Clock } from '@marquee/runtime/clock';
import {
  playbackErrors,
  playbackRebufferSeconds,
  playbackStartSeconds,
  playbackWatchedSeconds,
} from '@marquee/runtime/telemetry/instruments';
import { nameOf } from '../films/enum-names.ts';

/** What a player says beyond these is not believed; nobody waits that long for a film. */
export const START_MS_MAX = 600_000;
export const REBUFFERED_MS_MAX = 120_000;
export const ERRORS_MAX = 10;

/**
 * Turns what a player tells of its playback into sums over all players; nothing of it is kept. A playback starts once:
 * how long that took is counted with the first that is heard of it, whatever its player repeats; and nobody has waited
 * for longer than passed since the last.
 */
export function countQuality(
  quality: PlaybackQuality | undefined,
  { isFirst, sinceSeenMs }: { isFirst: boolean; sinceSeenMs: number },
): void {
  if (!quality) return;
  const { startMs, rebufferedMs, errors } = quality;
  if (isFirst && startMs !== undefined && startMs >= 0 && startMs <= START_MS_MAX) {
    playbackStartSeconds.record(startMs / 1_000);
  }
  const waitedMs = Math.min(REBUFFERED_MS_MAX, sinceSeenMs, Math.max(0, rebufferedMs));
  if (waitedMs > 0) playbackRebufferSeconds.add(waitedMs / 1_000);
  for (const kind of errors.slice(0, ERRORS_MAX)) {
    playbackErrors.add(1, { reason: nameOf(PlaybackErrorKind, kind).toLowerCase() || 'other' });
  }
}

/** Adds what was really played since the session was last heard of. */
export function countWatched(ms: number): void {
  if (ms > 0) playbackWatchedSeconds.add(ms / 1_000);
}

export type Audience = {
  heard(): void;
  /** How many players send heartbeats to this process, without remembering any: each sends one an interval. */
  size(): number;
};

export function createAudience({ clock }: { clock: Clock }): Audience {
  let [startedAt, now, before] = [clock.now().getTime(), 0, 0];
  const roll = () => {
    const passed = Math.floor((clock.now().getTime() - startedAt) / HEARTBEAT_INTERVAL_MS);
    if (passed <= 0) return;
    before = passed === 1 ? now : 0;
    now = 0;
    startedAt += passed * HEARTBEAT_INTERVAL_MS;
  };
  return {
    heard() {
      roll();
      now += 1;
    },
    size() {
      roll();
      return before;
    },
  };
}

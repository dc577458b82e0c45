import { HEARTBEAT_INTERVAL_MS, HEARTBEAT_INTERVAL_MS_MAX } from '@marquee/rules/watch';
import type { Clock } from '@marquee/runtime/clock';
import type { FilmResources } from '../resources.ts';

/** How many heartbeats a second one process is asked for, as far as players can be asked less often. */
const PER_SECOND = 150;

export type Audience = {
  /** A player was heard of, this long after the last time. */
  heard(sinceMs: number): void;
  /** How many players send heartbeats to this process, without remembering any: the times between them, by the time that passed. */
  size(): number;
};

export function createAudience({ clock }: { clock: Clock }): Audience {
  let [startedAt, nowMs, beforeMs] = [clock.now().getTime(), 0, 0];
  const roll = () => {
    const passed = Math.floor((clock.now().getTime() - startedAt) / HEARTBEAT_INTERVAL_MS_MAX);
    if (passed <= 0) return;
    beforeMs = passed === 1 ? nowMs : 0;
    nowMs = 0;
    startedAt += passed * HEARTBEAT_INTERVAL_MS_MAX;
  };
  return {
    heard(sinceMs) {
      roll();
      nowMs += Math.min(sinceMs, HEARTBEAT_INTERVAL_MS_MAX);
    },
    size() {
      roll();
      return Math.round(beforeMs / HEARTBEAT_INTERVAL_MS_MAX);
    },
  };
}

/**
 * After how long the next heartbeat of a player of this film is due: the more players this process hears of, the later. Those at
 * a premiere count before they begin, which they do all at once.
 */
export function heartbeatEveryMs(
  { audience, presence }: Pick<FilmResources, 'audience' | 'presence'>,
  filmId: string,
): number {
  const players = Math.max(audience.size(), presence.shareAt(filmId));
  const everyMs = Math.ceil(players / PER_SECOND) * 1_000;
  return Math.min(HEARTBEAT_INTERVAL_MS_MAX, Math.max(HEARTBEAT_INTERVAL_MS, everyMs));
}

import { PlaybackErrorKind, type PlaybackQuality } from '@marquee/contracts/film/v1/watch_pb';
import { loopLevel } from '@marquee/data/sqlstate';
import { HEARTBEAT_INTERVAL_MS } from '@marquee/rules/watch';
import type { Clock } from '@marquee/runtime/clock';
import { DomainError } from '@marquee/runtime/errors';
import {
  playbackErrors,
  playbackNotStarted,
  playbackRebufferSeconds,
  playbackStartSeconds,
  playbackWatchedSeconds,
} from '@marquee/runtime/telemetry/instruments';
import { nameOf } from '../films/enum-names.ts';
import type { FilmResources } from '../resources.ts';
import { markQualityTold, type SessionRow } from './watch-store.ts';

/** What a player says beyond these is not believed; nobody waits that long for a film. */
export const START_MS_MAX = 600_000;
export const REBUFFERED_MS_MAX = 120_000;
export const ERRORS_MAX = 10;

/** Of one viewer, so that nobody can tell of the films of many: films without a picture, and errors besides. */
export const TROUBLES_AN_HOUR = { points: 5, durationS: 3_600 };
/** What a player could not tell for so long is no news. */
export const TOLD_LATE_MS_MAX = 24 * 3_600_000;

/** What was told of a session is marked in its row: so it counts once, however often and to whichever process it is told. */
const STARTED = 1;
const NOT_STARTED = 2;
const ERROR = 4;

type Trouble = 'not-started' | 'error';

type Told = Pick<FilmResources, 'db' | 'clock' | 'rateLimits'>;

/**
 * Turns what a player tells of its playback into sums over all players. A playback starts once, and has each kind of
 * error once, whatever its player repeats; and nobody has waited for longer than passed since the last.
 */
export async function countQuality(
  resources: Told,
  session: SessionRow,
  quality: PlaybackQuality | undefined,
  sinceSeenMs: number,
): Promise<void> {
  if (!quality) return;
  const { startMs, rebufferedMs, errors } = quality;
  const isStart = startMs !== undefined && startMs >= 0 && startMs <= START_MS_MAX;
  if (isStart && (await isNews(resources, session, STARTED, STARTED | NOT_STARTED)))
    playbackStartSeconds.record(startMs / 1_000);
  const waitedMs = Math.min(REBUFFERED_MS_MAX, sinceSeenMs, Math.max(0, rebufferedMs));
  if (waitedMs > 0) playbackRebufferSeconds.add(waitedMs / 1_000);
  for (const kind of new Set(errors.slice(0, ERRORS_MAX).map(knownKind))) {
    const mark = ERROR << kind;
    if (await isNewTrouble(resources, session, 'error', mark, mark)) playbackErrors.add(1, { reason: reasonOf(kind) });
  }
}

/** Counts a film that showed no picture; true when that is believed, and is news. */
export async function countNotStarted(resources: Told, session: SessionRow, playedMs: number): Promise<boolean> {
  const sinceStartMs = resources.clock.now().getTime() - session.started_at.getTime();
  // Who has watched a part of it has seen it begin.
  if (playedMs > 0 || sinceStartMs > TOLD_LATE_MS_MAX) return false;
  if (!(await isNewTrouble(resources, session, 'not-started', NOT_STARTED, STARTED | NOT_STARTED))) return false;
  playbackNotStarted.add(1);
  return true;
}

// The limit first: what it does not let be counted is not marked, so a film that begins after all counts as begun.
async function isNewTrouble(
  resources: Told,
  session: SessionRow,
  trouble: Trouble,
  mark: number,
  unless: number,
): Promise<boolean> {
  if (isTold(session, unless)) return false;
  try {
    await resources.rateLimits.consume(`playback-${trouble}`, session.account_id, TROUBLES_AN_HOUR);
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'EXHAUSTED') return false;
    throw error;
  }
  return isNews(resources, session, mark, unless);
}

async function isNews({ db }: Told, session: SessionRow, mark: number, unless: number): Promise<boolean> {
  return !isTold(session, unless) && markQualityTold(db, session.id, mark, unless);
}

const isTold = ({ quality_told }: SessionRow, marks: number) => (quality_told & marks) !== 0;

const knownKind = (kind: PlaybackErrorKind) => (kind in PlaybackErrorKind ? kind : PlaybackErrorKind.UNSPECIFIED);

const reasonOf = (kind: PlaybackErrorKind) => nameOf(PlaybackErrorKind, kind).toLowerCase() || 'other';

/** For what could not be counted: sums may miss one; nobody's film stops for it. */
export function notCounted({ log }: Pick<FilmResources, 'log'>): (err: unknown) => false {
  return (err) => {
    log[loopLevel(err, 'warn')]({ err }, 'the quality of a playback was not counted');
    return false;
  };
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

import { loopLevel } from '@marquee/data/sqlstate';
import { DomainError } from '@marquee/runtime/errors';
import { z } from 'zod';
import type { FilmResources } from '../resources.ts';
import {
  playbackErrors,
  playbackNotStarted,
  playbackRebufferSeconds,
  playbackStartSeconds,
  playbackWatchedSeconds,
} from './instruments.ts';
import * as sessions from './sessions.ts';

/** Why a player stopped; the place in the list is the bit that marks it in its session. */
export const PLAYBACK_ERRORS = ['other', 'network', 'unavailable', 'refused', 'media', 'drm', 'unsupported'] as const;

/** How playback went since the last heartbeat that was answered. */
export const qualitySchema = z.object({
  startMs: z.number().optional(),
  rebufferedMs: z.number(),
  errors: z.array(z.enum(PLAYBACK_ERRORS)),
});

/** Reports beyond these are not counted: nobody waits that long for a film. */
const START_MS_MAX = 600_000;
const REBUFFERED_MS_MAX = 120_000;

/** Reports of one viewer that are counted in an hour, of films without a picture and of errors each. */
export const TROUBLES_AN_HOUR = { points: 5, durationS: 3_600 };
/** A film without a picture is counted up to this long after it was opened. */
const REPORTED_LATE_MS_MAX = 24 * 3_600_000;

// Bits of a session's `qualityCounted`: a report that is marked there has been counted, so that it counts once, whichever
// process receives it and however often. The kinds of errors have the bits from ERROR on.
const STARTED = 1;
const NOT_STARTED = 2;
const ERROR = 4;

type Trouble = 'not-started' | 'error';
type Counting = Pick<FilmResources, 'db' | 'clock' | 'rateLimits'>;

/**
 * Turns what a player reports of its playback into sums over all players. A playback starts once, and has each kind of
 * error once, whatever its player repeats; and it never waited for longer than passed since the last heartbeat.
 */
export async function countQuality(
  resources: Counting,
  session: sessions.Session,
  { startMs, rebufferedMs, errors }: z.output<typeof qualitySchema>,
  sinceSeenMs: number,
): Promise<void> {
  const isStart = startMs !== undefined && startMs >= 0 && startMs <= START_MS_MAX;
  if (isStart && (await mark(resources, session, STARTED, STARTED | NOT_STARTED)))
    playbackStartSeconds.record(startMs / 1_000);
  const waitedMs = Math.min(REBUFFERED_MS_MAX, sinceSeenMs, Math.max(0, rebufferedMs));
  if (waitedMs > 0) playbackRebufferSeconds.add(waitedMs / 1_000);
  for (const reason of new Set(errors)) {
    const bit = ERROR << PLAYBACK_ERRORS.indexOf(reason);
    if (await markTrouble(resources, session, 'error', bit, bit)) playbackErrors.add(1, { reason });
  }
}

/** Counts a film that showed no picture; true when it was counted. */
export async function countNotStarted(resources: Counting, session: sessions.Session): Promise<boolean> {
  const sinceStartMs = resources.clock.now().getTime() - session.startedAt.getTime();
  // Played time means that the film did begin.
  if (session.playedMs > 0 || sinceStartMs > REPORTED_LATE_MS_MAX) return false;
  if (!(await markTrouble(resources, session, 'not-started', NOT_STARTED, STARTED | NOT_STARTED))) return false;
  playbackNotStarted.add(1);
  return true;
}

// The limit comes first: a report beyond it is not marked, so that a film that begins after all counts as begun.
async function markTrouble(
  resources: Counting,
  session: sessions.Session,
  trouble: Trouble,
  bit: number,
  unless: number,
): Promise<boolean> {
  if (isMarked(session, unless)) return false;
  try {
    await resources.rateLimits.consume(`playback-${trouble}`, session.accountId, TROUBLES_AN_HOUR);
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'EXHAUSTED') return false;
    throw error;
  }
  return mark(resources, session, bit, unless);
}

/** Marks `bit`; true when none of `unless` was marked before, which means that the report is to be counted. */
async function mark({ db }: Counting, session: sessions.Session, bit: number, unless: number): Promise<boolean> {
  return !isMarked(session, unless) && sessions.markReported(db, session.id, bit, unless);
}

const isMarked = ({ qualityCounted }: sessions.Session, bits: number) => (qualityCounted & bits) !== 0;

/** Logs that a report could not be counted. Playback is not affected. */
export function notCounted({ log }: Pick<FilmResources, 'log'>): (err: unknown) => false {
  return (err) => {
    log[loopLevel(err, 'warn')]({ err }, 'the quality of a playback was not counted');
    return false;
  };
}

/** Adds the time that was played since the last heartbeat. */
export function countWatched(ms: number): void {
  if (ms > 0) playbackWatchedSeconds.add(ms / 1_000);
}

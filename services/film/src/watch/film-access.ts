import { FILM_MESSAGES } from '@marquee/rules/film-messages';
import { PREMIERE_MESSAGES } from '@marquee/rules/premieres';
import { type FilmLocation, isAvailableAt } from '@marquee/rules/regions';
import { resumePositionMs, WATCH_MESSAGES } from '@marquee/rules/watch';
import { availabilityAt, WINDOW_MESSAGES } from '@marquee/rules/windows';
import type { Place } from '@marquee/runtime/client-info';
import type { Viewer } from '@marquee/runtime/viewer';
import { canEdit, isVisible, requireVisibleTo } from '../films/film-rights.ts';
import type { AccessRow, FilmAndUnlock } from './access.ts';

/** What a viewer may do with a film at a moment. */
export type FilmAccess = {
  valid: boolean;
  action: 'WATCH' | 'RESUME' | 'UNLOCK' | 'GET_TICKET' | 'SIGN_IN' | 'TRAILER' | 'NONE';
  reason: string;
  message: string;
  /** Creator, staff or who judges it, past price, region and window [WAT-16]; it counts as no view. */
  preview: boolean;
  /** When a valid access ends, or by when it has to be started; a preview of its creator and staff has no end. */
  expireAt: Date | undefined;
  /** How long the viewer has once they start; 0 when their time runs, or where there is no such time [WAT-15]. */
  watchSeconds: number;
  /** When the last right ended of somebody who needs a new one. */
  endedAt: Date | undefined;
  /** Of a preview: why others could not watch here and now; '' when they only need an unlock or a ticket [WAT-16]. */
  past: string;
};

/** When somebody watches, and where as far as the gateway knows it of their address. */
export type Moment = {
  now: Date;
  place: Place | undefined;
  /** It plays already: a right that was not started does not prolong it. */
  isPlaying?: boolean;
};

type Refusal = Pick<FilmAccess, 'action' | 'reason' | 'message'> & Partial<Pick<FilmAccess, 'endedAt'>>;
type Progress = Pick<AccessRow, 'positionMs' | 'finished'>;
const NO_PROGRESS: Progress = { positionMs: null, finished: null };

/**
 * The one rule of who may watch: a right that has begun and not ended, whatever it comes from, at a place where the film is
 * available; or being the film's creator or staff, or judging it. It is checked at every call, so that a right that was lost,
 * or another country, ends playback at the next heartbeat. A right may wait for the first playback before its time runs.
 */
export function accessOf(
  viewer: Viewer,
  film: FilmAndUnlock,
  { now, place, isPlaying = false }: Moment,
  progress = NO_PROGRESS,
): FilmAccess {
  if (film.releaseType === 'TRAILER') {
    return refuse({ action: instead(film), reason: 'NOTHING_TO_WATCH', message: WATCH_MESSAGES.nothingToWatch });
  }
  if (film.filmMediaId === null) {
    return refuse({ action: instead(film), reason: 'FILM_MISSING', message: WATCH_MESSAGES.nothingToWatch });
  }
  if (!film.filmReady) return refuse({ action: instead(film), ...whyNotReady(film) });
  const watch = resumeOf(progress) > 0 ? 'RESUME' : 'WATCH';
  const isOpen = isVisible(film) && hasStarted(film, now) && !isStopped(film) && isAvailableAt(limitsOf(film), place);
  const { running, waiting } = isOpen ? validRights(film, now) : NO_RIGHTS;
  if (running) return allow(watch, false, running.endsAt);
  if (waiting && !isPlaying) return allow(watch, false, waiting.endsAt, waiting.watchSeconds);
  const refusal = waiting ? WINDOW_ENDED : refusalOf(viewer, film, { now, place });
  const past = TO_BE_HAD.has(refusal.reason) ? '' : refusal.reason;
  if (canEdit(viewer, film)) return { ...allow(watch, true), past };
  if (isScreener(film, now)) return { ...allow(watch, true, film.screenerUntil ?? now), past };
  return refuse(refusal);
}

/** What others lack of a film that is there for them. */
const TO_BE_HAD: ReadonlySet<string> = new Set(['UNLOCK_REQUIRED', 'TICKET_REQUIRED', 'WATCH_WINDOW_ENDED']);

/** Somebody who plays has another right, which a new playback starts. */
const WINDOW_ENDED: Refusal = {
  action: 'WATCH',
  reason: 'WATCH_WINDOW_ENDED',
  message: WINDOW_MESSAGES.watchWindowEnded,
};

/** Whether somebody without a right is asked to unlock the film, by whatever means. */
export const mayUnlock = ({ valid, reason }: FilmAccess): boolean => !valid && reason === 'UNLOCK_REQUIRED';

/** Whether the viewer watches it to judge it, published or not [FES-09]. */
export const isScreener = ({ screenerUntil }: Pick<FilmAndUnlock, 'screenerUntil'>, now: Date): boolean =>
  screenerUntil !== null && screenerUntil > now;

/** The film is visible, or the viewer may preview or judge it. @throws DomainError NOT_FOUND, FILM_NOT_AVAILABLE */
export function requireWatchableBy(viewer: Viewer, film: FilmAndUnlock, now: Date): void {
  if (!isScreener(film, now)) requireVisibleTo(viewer, film);
}

type Right = { endsAt: Date; watchSeconds: number };
type Rights = { running: Right | undefined; waiting: Right | undefined };
const NO_RIGHTS: Rights = { running: undefined, waiting: undefined };

/** Of the rights that have begun and not ended, the running one that ends last, and the first that waits to be started. */
function validRights({ rightsStart, rightsEnd, rightsWatch }: FilmAndUnlock, now: Date): Rights {
  const valid = (rightsEnd ?? []).flatMap((endsAt, index) => {
    const hasBegun = (rightsStart?.[index] ?? now) <= now;
    return hasBegun && endsAt > now ? [{ endsAt, watchSeconds: rightsWatch?.[index] ?? 0 }] : [];
  });
  const running = valid
    .filter(({ watchSeconds }) => watchSeconds === 0)
    .reduce<Right | undefined>((last, right) => (last && last.endsAt >= right.endsAt ? last : right), undefined);
  return { running, waiting: valid.find(({ watchSeconds }) => watchSeconds > 0) };
}

/** When the time of a viewer ends that runs now; undefined while none runs. */
export const runningUntil = (film: FilmAndUnlock, now: Date): Date | undefined =>
  validRights(film, now).running?.endsAt;

/** When the last right ended; undefined for who never had one. */
function endOfLast({ rightsEnd }: FilmAndUnlock, now: Date): Date | undefined {
  const ended = (rightsEnd ?? []).filter((end) => end <= now).map((end) => end.getTime());
  return ended.length > 0 ? new Date(Math.max(...ended)) : undefined;
}

function whyNotReady(film: FilmAndUnlock): Omit<Refusal, 'action'> {
  if (film.filmTranscodeStatus === 'IN_PROGRESS') {
    return { reason: 'FILM_PROCESSING', message: WATCH_MESSAGES.stillProcessing };
  }
  if (film.filmTranscodeStatus === 'ERROR') return { reason: 'FILM_FAILED', message: WATCH_MESSAGES.filmFailed };
  return { reason: 'FILM_NOT_TRANSCODED', message: WATCH_MESSAGES.filmNotTranscoded };
}

function refusalOf(viewer: Viewer, film: FilmAndUnlock, { now, place }: Moment): Refusal {
  if (!isVisible(film)) {
    return { action: 'NONE', reason: 'FILM_NOT_AVAILABLE', message: FILM_MESSAGES.filmNotAvailable };
  }
  // Before what can be bought: nobody pays for what they cannot watch.
  if (!isAvailableAt(limitsOf(film), place)) {
    return { action: instead(film), reason: 'REGION_UNAVAILABLE', message: WATCH_MESSAGES.unavailableInRegion };
  }
  if (needsTicket(film) && !film.rightsEnd?.some((end) => end > now)) {
    return { action: 'GET_TICKET', reason: 'TICKET_REQUIRED', message: WATCH_MESSAGES.ticketRequired };
  }
  if (isStopped(film)) {
    return { action: instead(film), reason: 'PREMIERE_STOPPED', message: PREMIERE_MESSAGES.stopped };
  }
  // Also while the ticket is not good yet.
  if (!hasStarted(film, now) || needsTicket(film)) {
    return { action: instead(film), reason: 'SCREENING_NOT_STARTED', message: WATCH_MESSAGES.screeningNotStarted };
  }
  const availability = availabilityAt(film, now);
  if (availability === 'BEFORE') {
    return { action: instead(film), reason: 'NOT_AVAILABLE_YET', message: WINDOW_MESSAGES.notAvailableYet };
  }
  if (availability === 'AFTER') {
    return { action: instead(film), reason: 'NO_LONGER_AVAILABLE', message: WINDOW_MESSAGES.noLongerAvailable };
  }
  if (viewer.kind !== 'account') {
    return { action: 'SIGN_IN', reason: 'SIGN_IN_NEEDED', message: WATCH_MESSAGES.signInToWatch };
  }
  const needed = { action: 'UNLOCK', reason: 'UNLOCK_REQUIRED', message: WATCH_MESSAGES.unlockRequired } as const;
  return { ...needed, endedAt: endOfLast(film, now) };
}

/** Whether the premiere of a film is for who has a ticket [WAT-04]. */
export const needsTicket = ({ releaseType, isFree, usdCost }: FilmAndUnlock): boolean =>
  releaseType === 'SCREENING' && !isFree && usdCost > 0n;

/** The places that a film is limited to, and kept from. */
export const limitsOf = ({
  allowedLocations,
  blockedLocations,
}: Pick<FilmAndUnlock, 'allowedLocations' | 'blockedLocations'>) => ({
  allowedLocations: allowedLocations as FilmLocation[],
  blockedLocations: blockedLocations as FilmLocation[],
});

/** What can be had of a film that cannot be watched. */
const instead = ({ trailerReady }: FilmAndUnlock) => (trailerReady ? 'TRAILER' : 'NONE');

const isStopped = ({ releaseType, premiereStoppedAt }: FilmAndUnlock): boolean =>
  releaseType === 'SCREENING' && premiereStoppedAt !== null;

function hasStarted(film: FilmAndUnlock, now: Date): boolean {
  return film.releaseType !== 'SCREENING' || (film.screeningStartTime ?? now) <= now;
}

/** Where a viewer's playback resumes. */
export function resumeOf({ positionMs, finished }: Progress): number {
  return resumePositionMs(positionMs === null ? undefined : { positionMs, finished: finished ?? false });
}

function allow(action: FilmAccess['action'], preview: boolean, expireAt?: Date, watchSeconds = 0): FilmAccess {
  return {
    valid: true,
    action,
    reason: '',
    message: '',
    preview,
    expireAt,
    watchSeconds,
    endedAt: undefined,
    past: '',
  };
}

/** No access, for this reason. */
export function refuse(refusal: Refusal): FilmAccess {
  const nothing = { preview: false, expireAt: undefined, watchSeconds: 0, endedAt: undefined, past: '' };
  return { valid: false, ...nothing, ...refusal };
}

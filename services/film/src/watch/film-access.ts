import { FILM_MESSAGES } from '@marquee/rules/film-messages';
import { PREMIERE_MESSAGES } from '@marquee/rules/premieres';
import { type FilmLocation, isAvailableAt } from '@marquee/rules/regions';
import { resumePositionMs, WATCH_MESSAGES } from '@marquee/rules/watch';
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
  /** When a valid access ends; a preview of its creator and staff has no end. */
  expireAt: Date | undefined;
};

/** When somebody watches, and where as far as the gateway knows it of their address. */
export type Moment = { now: Date; place: Place | undefined };

type Refusal = Pick<FilmAccess, 'action' | 'reason' | 'message'>;
type Progress = Pick<AccessRow, 'positionMs' | 'finished'>;
const NO_PROGRESS: Progress = { positionMs: null, finished: null };

/**
 * The one rule of who may watch: a right that has begun and not ended, whatever it comes from, at a place where the film is
 * available; or being the film's creator or staff, or judging it. It is checked at every call, so that a right that was lost, or another
 * country, ends playback at the next heartbeat.
 */
export function accessOf(
  viewer: Viewer,
  film: FilmAndUnlock,
  { now, place }: Moment,
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
  const endsAt = endOfRights(film, now);
  const isOpen = isVisible(film) && hasStarted(film, now) && !isStopped(film) && isAvailableAt(limitsOf(film), place);
  if (isOpen && endsAt > now) return allow(watch, false, endsAt);
  if (canEdit(viewer, film)) return allow(watch, true);
  if (isScreener(film, now)) return allow(watch, true, film.screenerUntil ?? now);
  return refuse(refusalOf(viewer, film, { now, place }));
}

/** Whether the viewer watches it to judge it, published or not [FES-09]. */
export const isScreener = ({ screenerUntil }: Pick<FilmAndUnlock, 'screenerUntil'>, now: Date): boolean =>
  screenerUntil !== null && screenerUntil > now;

/** The film is visible, or the viewer may preview or judge it. @throws DomainError NOT_FOUND, FILM_NOT_AVAILABLE */
export function requireWatchableBy(viewer: Viewer, film: FilmAndUnlock, now: Date): void {
  if (!isScreener(film, now)) requireVisibleTo(viewer, film);
}

/** When the last of the rights ends that have begun. */
function endOfRights({ rightsStart, rightsEnd }: FilmAndUnlock, now: Date): Date {
  const begun = (rightsEnd ?? []).filter((_, index) => (rightsStart?.[index] ?? now) <= now);
  return new Date(Math.max(0, ...begun.map((end) => end.getTime())));
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
  if (viewer.kind !== 'account') {
    return { action: 'SIGN_IN', reason: 'SIGN_IN_NEEDED', message: WATCH_MESSAGES.signInToWatch };
  }
  return { action: 'UNLOCK', reason: 'UNLOCK_REQUIRED', message: WATCH_MESSAGES.unlockRequired };
}

/** Whether the premiere of a film is for who has a ticket [WAT-04]. */
export const needsTicket = ({ releaseType, isFree, usdCost }: FilmAndUnlock): boolean =>
  releaseType === 'SCREENING' && !isFree && usdCost > 0n;

const limitsOf = ({ allowedLocations, blockedLocations }: FilmAndUnlock) => ({
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

function allow(action: FilmAccess['action'], preview: boolean, expireAt?: Date): FilmAccess {
  return { valid: true, action, reason: '', message: '', preview, expireAt };
}

/** No access, for this reason. */
export function refuse(refusal: Refusal): FilmAccess {
  return { valid: false, preview: false, expireAt: undefined, ...refusal };
}

import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { type AccessSchema, PrimaryAction } from '@marquee/contracts/film/v1/watch_pb';
import { FILM_MESSAGES } from '@marquee/rules/film-messages';
import { resumePositionMs, WATCH_MESSAGES } from '@marquee/rules/watch';
import type { Viewer } from '@marquee/runtime/viewer';
import { canEdit, isVisible } from '../films/film-rights.ts';
import type { AccessRow } from './watch-store.ts';

/** What a viewer may do with a film at a moment. */
export type FilmAccess = {
  valid: boolean;
  action: Exclude<keyof typeof PrimaryAction, 'UNSPECIFIED'>;
  reason: string;
  message: string;
  /** Creator or staff, past price, region and window [WAT-16]. */
  preview: boolean;
  /** When a valid access ends; a preview has no end. */
  expireAt: Date | undefined;
};

type Refusal = Pick<FilmAccess, 'action' | 'reason' | 'message'>;

/**
 * The one rule of who may watch: an unlock that has not run out, or being the film's creator or staff. Asked at every
 * call, so that a right that went is gone at the next heartbeat.
 */
export function accessOf(viewer: Viewer, film: AccessRow, now: Date): FilmAccess {
  const instead = film.trailer_ready ? 'TRAILER' : 'NONE';
  if (film.release_type === 'TRAILER') {
    return refuse({ action: instead, reason: 'NOTHING_TO_WATCH', message: WATCH_MESSAGES.nothingToWatch });
  }
  if (film.film_media_id === null) {
    return refuse({ action: instead, reason: 'FILM_MISSING', message: WATCH_MESSAGES.nothingToWatch });
  }
  if (!film.film_ready) return refuse({ action: instead, ...whyNotReady(film) });
  const watch = resumePositionMs(savedOf(film)) > 0 ? 'RESUME' : 'WATCH';
  const unlocked = isVisible(film) && hasStarted(film, now) && film.expire_at !== null && film.expire_at > now;
  if (unlocked) return allow(watch, false, film.expire_at ?? undefined);
  if (canEdit(viewer, film)) return allow(watch, true);
  return refuse(refusalOf(viewer, film, now));
}

function whyNotReady(film: AccessRow): Omit<Refusal, 'action'> {
  if (film.film_transcode_status === 'IN_PROGRESS') {
    return { reason: 'FILM_PROCESSING', message: WATCH_MESSAGES.stillProcessing };
  }
  if (film.film_transcode_status === 'ERROR') return { reason: 'FILM_FAILED', message: WATCH_MESSAGES.filmFailed };
  return { reason: 'FILM_NOT_TRANSCODED', message: WATCH_MESSAGES.filmNotTranscoded };
}

function refusalOf(viewer: Viewer, film: AccessRow, now: Date): Refusal {
  if (!isVisible(film)) {
    return { action: 'NONE', reason: 'FILM_NOT_AVAILABLE', message: FILM_MESSAGES.filmNotAvailable };
  }
  if (film.release_type === 'SCREENING' && !film.is_free && film.usd_cost > 0n) {
    return { action: 'GET_TICKET', reason: 'TICKET_REQUIRED', message: WATCH_MESSAGES.ticketRequired };
  }
  if (!hasStarted(film, now)) {
    const action = film.trailer_ready ? 'TRAILER' : 'NONE';
    return { action, reason: 'SCREENING_NOT_STARTED', message: WATCH_MESSAGES.screeningNotStarted };
  }
  if (viewer.kind !== 'account') {
    return { action: 'SIGN_IN', reason: 'SIGN_IN_NEEDED', message: WATCH_MESSAGES.signInToWatch };
  }
  return { action: 'UNLOCK', reason: 'UNLOCK_REQUIRED', message: WATCH_MESSAGES.unlockRequired };
}

function hasStarted(film: AccessRow, now: Date): boolean {
  return film.release_type !== 'SCREENING' || !film.screening_start_time || film.screening_start_time <= now;
}

export function savedOf(row: Pick<AccessRow, 'position_ms' | 'finished'>) {
  return row.position_ms === null ? undefined : { positionMs: row.position_ms, finished: row.finished ?? false };
}

function allow(action: FilmAccess['action'], preview: boolean, expireAt?: Date): FilmAccess {
  return { valid: true, action, reason: '', message: '', preview, expireAt };
}

function refuse(refusal: Refusal): FilmAccess {
  return { valid: false, preview: false, expireAt: undefined, ...refusal };
}

export function accessMessage(access: FilmAccess, signedUrl = ''): MessageInitShape<typeof AccessSchema> {
  return {
    valid: access.valid,
    signedUrl: access.valid ? signedUrl : '',
    ...(access.expireAt && { expireAt: timestampFromDate(access.expireAt) }),
    action: PrimaryAction[access.action],
    reason: access.reason,
    message: access.message,
    preview: access.preview,
  };
}

import { MEDIA_MESSAGES, UPLOAD_REFUSALS, type UploadRefusal } from '@marquee/rules/media';
import { STUDIO_MESSAGES } from '@marquee/rules/studio-messages';
import { DomainError, forbidden } from '@marquee/runtime/errors';
import { asFull, BlobNotFoundError, BlobsFullError, BlobsUnavailableError } from '@marquee/storage/blob-store';

export const assetNotFound = () =>
  new DomainError({ kind: 'NOT_FOUND', reason: 'ASSET_NOT_FOUND', message: MEDIA_MESSAGES.assetNotFound });

export const assetNotYours = () => forbidden('ASSET_NOT_YOURS', 'This file belongs to somebody else.');

export const assetNotReady = () =>
  new DomainError({ kind: 'FAILED_PRECONDITION', reason: 'ASSET_NOT_READY', message: MEDIA_MESSAGES.assetNotReady });

export const assetLive = () =>
  new DomainError({ kind: 'FAILED_PRECONDITION', reason: 'ASSET_LIVE', message: STUDIO_MESSAGES.assetLive });

export const assetInUse = () =>
  new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: 'ASSET_IN_USE',
    message: 'A film uses this file. Take it out of the film first.',
  });

export const notAVideoAsset = () =>
  new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: 'ASSET_IS_NO_VIDEO',
    message: 'This file is a picture, not a video.',
  });

export const posterNotFound = () =>
  new DomainError({ kind: 'NOT_FOUND', reason: 'POSTER_NOT_FOUND', message: 'This picture does not exist.' });

export const uploadNotFound = () =>
  new DomainError({ kind: 'NOT_FOUND', reason: 'UPLOAD_NOT_FOUND', message: MEDIA_MESSAGES.uploadNotFound });

export const uploadNotYours = () => forbidden('UPLOAD_NOT_YOURS', 'This upload belongs to somebody else.');

export const uploadsForProsOnly = () =>
  forbidden('UPLOADS_FOR_PROS', 'Only Entertainment Pros can upload films and pictures.');

export const tooManyUploads = () =>
  new DomainError({ kind: 'EXHAUSTED', reason: 'TOO_MANY_UPLOADS', message: MEDIA_MESSAGES.tooManyUploads });

export const tooManyBytes = () =>
  new DomainError({ kind: 'EXHAUSTED', reason: 'TOO_MANY_UPLOADED_BYTES', message: MEDIA_MESSAGES.tooManyBytes });

export const storageFull = () =>
  new DomainError({ kind: 'UNAVAILABLE', reason: 'STORAGE_FULL', message: MEDIA_MESSAGES.storageFull });

/** tus clients retry these on their own. */
const unavailable = (reason: string, message: string) => new DomainError({ kind: 'UNAVAILABLE', reason, message });
export const storageAway = () => unavailable('STORAGE_AWAY', MEDIA_MESSAGES.storageAway);
export const uploadsPaused = () => unavailable('UPLOADS_PAUSED', MEDIA_MESSAGES.uploadsPaused);
export const uploadsBusy = () => unavailable('UPLOADS_BUSY', MEDIA_MESSAGES.uploadsBusy);
export const uploadHeld = () => unavailable('UPLOAD_HELD', MEDIA_MESSAGES.uploadHeld);

/** An error of the blob store as one for makers and viewers. The original is the cause, for the log. */
export function asRefusal(thrown: unknown): unknown {
  const error = asFull(thrown);
  if (error instanceof BlobNotFoundError) return playbackNotFound();
  if (error instanceof BlobsUnavailableError) return Object.assign(storageAway(), { cause: error });
  if (error instanceof BlobsFullError) return Object.assign(storageFull(), { cause: error });
  return error;
}

/** An upload that is refused before it begins, with the same reasons as the check of a complete file. */
export const uploadRefused = (refusal: UploadRefusal) =>
  new DomainError({
    kind: refusal === 'EMPTY_FILE' ? 'INVALID' : 'TOO_LARGE',
    reason: refusal,
    message: UPLOAD_REFUSALS[refusal],
  });

export const playbackForbidden = () => forbidden('PLAYBACK_FORBIDDEN', MEDIA_MESSAGES.playbackForbidden);
export const playbackExpired = () => forbidden('PLAYBACK_EXPIRED', MEDIA_MESSAGES.playbackExpired);
export const playbackEnded = () => forbidden('PLAYBACK_SESSION_ENDED', MEDIA_MESSAGES.playbackEnded);
export const playbackNotFound = () =>
  new DomainError({ kind: 'NOT_FOUND', reason: 'MEDIA_NOT_FOUND', message: MEDIA_MESSAGES.assetNotFound });

export const rangeNotSatisfiable = (size: number) =>
  new DomainError({
    kind: 'INVALID',
    reason: 'RANGE_NOT_SATISFIABLE',
    message: 'This part of the file does not exist.',
    metadata: { size: String(size) },
  });

/** Stored reasons of failed transcodes, with the texts for makers. */
export const TRANSCODE_ERRORS = {
  STORAGE_FULL: 'There was no room to convert this video. Your file is safe. Please start again later.',
  TRANSCODE_FAILED: MEDIA_MESSAGES.transcodeFailed,
  TRANSCODE_TIMED_OUT: 'Converting this video took too long. Please start again, or upload a smaller export of it.',
  WORKER_LOST: 'Converting this video broke off several times. Please start again, or upload another export of it.',
} as const;
export type TranscodeErrorReason = keyof typeof TRANSCODE_ERRORS;

import { MEDIA_MESSAGES, UPLOAD_REFUSALS, type UploadRefusal } from '@marquee/rules/media';
import { DomainError, forbidden } from '@marquee/runtime/errors';

export const uploadNotFound = () =>
  new DomainError({ kind: 'NOT_FOUND', reason: 'UPLOAD_NOT_FOUND', message: MEDIA_MESSAGES.uploadNotFound });

export const uploadNotYours = () => forbidden('UPLOAD_NOT_YOURS', 'This upload belongs to somebody else.');

export const uploadsForProsOnly = () =>
  forbidden('UPLOADS_FOR_PROS', 'Only Entertainment Pros can upload films and pictures.');

export const tooManyUploads = () =>
  new DomainError({ kind: 'EXHAUSTED', reason: 'TOO_MANY_UPLOADS', message: MEDIA_MESSAGES.tooManyUploads });

export const tooManyInWork = () =>
  new DomainError({ kind: 'EXHAUSTED', reason: 'TOO_MANY_FILES_IN_WORK', message: MEDIA_MESSAGES.tooManyInWork });

export const tooManyToday = () =>
  new DomainError({ kind: 'EXHAUSTED', reason: 'TOO_MANY_UPLOADS_TODAY', message: MEDIA_MESSAGES.tooManyToday });

export const tooManyBytes = () =>
  new DomainError({ kind: 'EXHAUSTED', reason: 'TOO_MANY_UPLOADED_BYTES', message: MEDIA_MESSAGES.tooManyBytes });

const TOO_LARGE: readonly UploadRefusal[] = ['VIDEO_TOO_LARGE', 'PICTURE_FILE_TOO_LARGE'];

/** An upload that is refused before it has arrived, with the same reasons as the check of a complete file. */
export const uploadRefused = (refusal: UploadRefusal) =>
  new DomainError({
    kind: TOO_LARGE.includes(refusal) ? 'TOO_LARGE' : 'INVALID',
    reason: refusal,
    message: UPLOAD_REFUSALS[refusal],
  });

/** tus clients retry these on their own. */
const unavailable = (reason: string, message: string) => new DomainError({ kind: 'UNAVAILABLE', reason, message });

export const uploadsPaused = () => unavailable('UPLOADS_PAUSED', MEDIA_MESSAGES.uploadsPaused);

export const uploadsBusy = () => unavailable('UPLOADS_BUSY', MEDIA_MESSAGES.uploadsBusy);

export const uploadHeld = () => unavailable('UPLOAD_HELD', MEDIA_MESSAGES.uploadHeld);

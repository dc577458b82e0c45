import { MEDIA_MESSAGES } from '@marquee/rules/media';
import { DomainError } from '@marquee/runtime/errors';

export const transcodeRunning = () =>
  new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: 'TRANSCODE_RUNNING',
    message: 'This video is being prepared already.',
  });

export const transcodeNotWaiting = () =>
  new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: 'TRANSCODE_NOT_WAITING',
    message: 'This video is not waiting to be prepared.',
  });

/** Stored reasons of failed transcodes, with the texts for makers. */
export const TRANSCODE_ERRORS = {
  STORAGE_FULL: 'There was no room to prepare this video. Your file is safe. Please start again later.',
  TRANSCODE_FAILED: MEDIA_MESSAGES.transcodeFailed,
  TRANSCODE_TIMED_OUT:
    'Preparing this video took too long. Your file is safe. Please start again, or upload a smaller export of it.',
  WORKER_LOST:
    'Preparing this video was interrupted several times. Your file is safe. Please start again, or upload another export of it.',
} as const;

export type TranscodeErrorReason = keyof typeof TRANSCODE_ERRORS;

import { MEDIA_MESSAGES } from '@marquee/rules/media';
import { DomainError } from '@marquee/runtime/errors';

export const transcodeRunning = () =>
  new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: 'TRANSCODE_RUNNING',
    message: 'This video is being converted already.',
  });

export const transcodeNotWaiting = () =>
  new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: 'TRANSCODE_NOT_WAITING',
    message: 'This video does not wait to be converted.',
  });

/** Stored reasons of failed transcodes, with the texts for makers. */
export const TRANSCODE_ERRORS = {
  STORAGE_FULL: 'There was no room to convert this video. Your file is safe. Please start again later.',
  TRANSCODE_FAILED: MEDIA_MESSAGES.transcodeFailed,
  TRANSCODE_TIMED_OUT: 'Converting this video took too long. Please start again, or upload a smaller export of it.',
  WORKER_LOST: 'Converting this video broke off several times. Please start again, or upload another export of it.',
} as const;

export type TranscodeErrorReason = keyof typeof TRANSCODE_ERRORS;

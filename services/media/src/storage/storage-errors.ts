import { MEDIA_MESSAGES } from '@marquee/rules/media';
import { DomainError } from '@marquee/runtime/errors';
import { asFull, BlobNotFoundError, BlobsFullError, BlobsUnavailableError } from '@marquee/storage/blob-store';
import { playbackNotFound } from '../playback/playback-errors.ts';

export const storageFull = () =>
  new DomainError({ kind: 'UNAVAILABLE', reason: 'STORAGE_FULL', message: MEDIA_MESSAGES.storageFull });

const storageUnavailable = () =>
  new DomainError({ kind: 'UNAVAILABLE', reason: 'STORAGE_UNAVAILABLE', message: MEDIA_MESSAGES.storageUnavailable });

/** An error of the blob store as one for makers and viewers. The original is the cause, for the log. */
export function asRefusal(thrown: unknown): unknown {
  const error = asFull(thrown);
  if (error instanceof BlobNotFoundError) return playbackNotFound();
  if (error instanceof BlobsUnavailableError) return Object.assign(storageUnavailable(), { cause: error });
  if (error instanceof BlobsFullError) return Object.assign(storageFull(), { cause: error });
  return error;
}

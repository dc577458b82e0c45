import { statfs } from 'node:fs/promises';
import { retryWhile } from '@marquee/data/retry-while';
import { asFull, BlobsFullError, BlobsUnavailableError } from '@marquee/storage/blob-store';
import { ChildError } from '../transcode/run-child.ts';

const PAUSE_MS = 10_000;
/** How long finished work waits for an unavailable store or database. The work may have taken hours. */
export const OUTLASTED_MS = 5 * 60_000;
const FULL_BELOW_BYTES = 16n * 1024n ** 2n;

export const isUnavailable = (error: unknown) => error instanceof BlobsUnavailableError;

/** True when work failed because the store, a disk, or the disk of a program that it ran is full. */
export function isFull(error: unknown): boolean {
  if (error instanceof ChildError) return isAboutRoom(error.stderr);
  return asFull(error) instanceof BlobsFullError;
}

export const isAboutRoom = (text: string) => /No space left on device|ENOSPC|Disk quota exceeded/i.test(text);

/** The error of work in a folder: a full disk where that is the cause, else the error itself. */
export async function asFullDisk(folder: string, error: unknown): Promise<unknown> {
  if (isFull(error)) return new BlobsFullError(`${folder} has no room`);
  const disk = await statfs(folder, { bigint: true });
  return disk.bavail * disk.bsize < FULL_BELOW_BYTES ? new BlobsFullError(`${folder} has no room`) : error;
}

/** Repeats work while the store is unavailable, for five minutes: the store may only be restarting. */
export function outlastingTheStore<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  return retryWhile(work, { isPassing: isUnavailable, pauseMs: PAUSE_MS, forMs: OUTLASTED_MS, signal });
}

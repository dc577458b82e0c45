import { statfs } from 'node:fs/promises';
import { pause, retryWhile } from '@marquee/data/retry-while';
import { asFull, BlobsFullError, BlobsUnavailableError } from '@marquee/storage/blob-store';
import { ChildError } from './transcode/run-child.ts';

const PAUSE_MS = 10_000;
/** How long something that took hours to make waits for a store or a database that is away. */
export const OUTLASTED_MS = 5 * 60_000;
const FULL_BELOW_BYTES = 16n * 1024n ** 2n;

export const isAway = (error: unknown) => error instanceof BlobsUnavailableError;

/** Whether a piece of work failed for want of room, wherever: in the store, on a disk, or in a program that it ran. */
export function isFull(error: unknown): boolean {
  if (error instanceof ChildError) return isAboutRoom(error.stderr);
  return asFull(error) instanceof BlobsFullError;
}

export const isAboutRoom = (text: string) => /No space left on device|ENOSPC|Disk quota exceeded/i.test(text);

/** What failed in a folder whose disk is full failed because of that, whatever it says itself. */
export async function asFullDisk(folder: string, error: unknown): Promise<unknown> {
  if (isFull(error)) return new BlobsFullError(`${folder} has no room`);
  const disk = await statfs(folder, { bigint: true });
  return disk.bavail * disk.bsize < FULL_BELOW_BYTES ? new BlobsFullError(`${folder} has no room`) : error;
}

/** Keeps a worker from asking a store that is away again and again. */
export const pauseForStorage = (signal: AbortSignal) => pause(PAUSE_MS, signal);

/** Does it again while the store is away, for five minutes: what took hours to make is not thrown away for a restart. */
export function outlastingTheStore<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  return retryWhile(work, { isPassing: isAway, pauseMs: PAUSE_MS, forMs: OUTLASTED_MS, signal });
}

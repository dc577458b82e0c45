import { statfs } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { asFull, BlobsFullError, BlobsUnavailableError } from '@marquee/storage/blob-store';
import { ChildError } from './transcode/run-child.ts';

const PAUSE_MS = 10_000;
const TRIES_MAX = 30;
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

/** Nobody waits for this at full speed. */
export async function pauseForStorage(signal: AbortSignal): Promise<void> {
  await delay(PAUSE_MS, undefined, { signal, ref: false }).catch(() => {});
}

/** Does it again while the store is away, for five minutes: what took hours to make is not thrown away for a restart. */
export async function outlastingTheStore<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isAway(error) || tries === TRIES_MAX) throw error;
      await pauseForStorage(signal);
      signal.throwIfAborted();
    }
  }
}

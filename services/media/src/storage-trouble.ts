import { statfs } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { DomainError } from '@marquee/runtime/errors';
import { asFull, BlobsFullError, BlobsUnavailableError } from '@marquee/storage/blob-store';
import { ChildError } from './transcode/run-child.ts';

const PAUSE_MS = 10_000;
// Other workers ask for work every few seconds: whoever made it should be heard before they make it again.
const DATABASE_PAUSE_MS = 1_000;
const OUTLASTED_MS = 5 * 60_000;
const FULL_BELOW_BYTES = 16n * 1024n ** 2n;

export const isAway = (error: unknown) => error instanceof BlobsUnavailableError;

/** Away, or too busy to answer in time: what the database said says nothing of the file. */
export const isDatabaseTrouble = (error: unknown) => error instanceof DomainError && error.kind === 'UNAVAILABLE';

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
export async function pauseForStorage(signal: AbortSignal, ms = PAUSE_MS): Promise<void> {
  await delay(ms, undefined, { signal, ref: false }).catch(() => {});
}

/** Does it again while the store is away, for five minutes: what took hours to make is not thrown away for a restart. */
export function outlastingTheStore<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  return outlasting(work, { isPassing: isAway, pauseMs: PAUSE_MS, forMs: OUTLASTED_MS, signal });
}

/** The same for the database; `work` has to be right when it was done before and only the answer was lost. */
export function outlastingTheDatabase<T>(
  work: () => Promise<T>,
  signal: AbortSignal,
  forMs = OUTLASTED_MS,
): Promise<T> {
  return outlasting(work, { isPassing: isDatabaseTrouble, pauseMs: DATABASE_PAUSE_MS, forMs, signal });
}

type Patience = { isPassing: (error: unknown) => boolean; pauseMs: number; forMs: number; signal: AbortSignal };

async function outlasting<T>(work: () => Promise<T>, { isPassing, pauseMs, forMs, signal }: Patience): Promise<T> {
  const until = performance.now() + forMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error) || signal.aborted || performance.now() + pauseMs > until) throw error;
      await pauseForStorage(signal, pauseMs);
      signal.throwIfAborted();
    }
  }
}

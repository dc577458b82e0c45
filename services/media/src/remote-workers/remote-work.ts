import { databaseNow } from '@marquee/data/database-now';
import { isId } from '@marquee/data/ids';
import { WorkerLostError } from '@marquee/data/work-loop';
import { transact } from '@marquee/service/use-case';
import { BlobNotFoundError } from '@marquee/storage/blob-store';
import * as assets from '../assets/assets.ts';
import type { KeptPicture } from '../pictures/keep-picture.ts';
import type { MediaResources } from '../resources.ts';
import { blobLayout } from '../storage/blob-layout.ts';
import * as garbage from '../storage/garbage.ts';
import type { CheckedSource } from '../transcode/check-source.ts';
import { failTranscode } from '../transcode-queue/fail-transcode.ts';
import { transcodeJob } from '../transcode-queue/make-transcode.ts';
import { publishTranscode } from '../transcode-queue/publish-transcode.ts';
import { discardEarlierAttempts, keepPosters } from '../transcode-queue/run-transcode.ts';
import type { TranscodeErrorReason } from '../transcode-queue/transcode-errors.ts';
import { LOSSES_MAX, reasonOf } from '../transcode-queue/transcode-loop.ts';
import type { TranscodeRow } from '../transcode-queue/transcodes.ts';
import * as transcodes from '../transcode-queue/transcodes.ts';
import { badWork, leaseLost } from './worker-errors.ts';
import type { WorkerKeyRow } from './worker-keys.ts';
import { type ClaimedJob, posterName, type RemoteResult, storedLimits } from './worker-protocol.ts';

type Attempt = { id: string; attempt: number };

/** The next transcode in line, leased by a worker on another machine; undefined when none waits. */
export async function claimRemotely(resources: MediaResources, key: WorkerKeyRow): Promise<ClaimedJob | undefined> {
  const { db, clock, config } = resources;
  const now = await databaseNow(db, clock);
  const row = await db.transaction(async (tx) => {
    const claimed = await transcodes.work.claim(tx, now);
    if (claimed) await transcodes.assign(tx, claimed, key.id);
    return claimed;
  });
  if (!row) return undefined;
  // Taken from workers that were lost, each time.
  if (row.failures > LOSSES_MAX) {
    await transact(resources, (write) => failTranscode(write, row, reasonOf(new WorkerLostError())));
    return claimRemotely(resources, key);
  }
  await discardEarlierAttempts(resources, row);
  const asset = await assets.get(db, row.assetId);
  if (!asset) throw leaseLost();
  const leaseMs = transcodes.REMOTE_LEASE_S * 1000;
  return { id: row.id, attempt: row.attempt, leaseMs, job: transcodeJob(config, asset, row) };
}

/** The attempt of this worker's key, while it holds its lease. @throws LEASE_LOST */
export async function requireHeld(
  { db }: Pick<MediaResources, 'db'>,
  key: WorkerKeyRow,
  attempt: Attempt,
): Promise<transcodes.ClaimedTranscode> {
  const row = await ownAttempt(db, key, attempt);
  if (!row || !(await transcodes.isHeld(db, attempt))) throw leaseLost();
  return row;
}

/** Counts a file of this size. @throws BAD_WORK when the attempt has stored more than a film of this length takes */
export async function countStored({ db }: MediaResources, row: TranscodeRow, bytes: number): Promise<void> {
  const asset = await assets.get(db, row.assetId);
  if (!asset) throw leaseLost();
  const limits = storedLimits(asset.source as CheckedSource);
  if (!(await transcodes.countStored(db, row, bytes, limits)))
    throw badWork('This is more than a film of this length takes.');
}

async function ownAttempt(db: MediaResources['db'], key: WorkerKeyRow, { id, attempt }: Attempt) {
  const row = isId(id) ? await transcodes.get(db, id) : undefined;
  if (row?.attempt !== attempt || row.workerKeyId !== key.id) return undefined;
  return { ...row, failures: row.losses };
}

/** Extends the lease, and shows how far the attempt is. */
export async function renewRemotely(
  resources: MediaResources,
  row: transcodes.ClaimedTranscode,
  percent: number,
): Promise<void> {
  if (!(await transcodes.renewRemotely(resources.db, row))) throw leaseLost();
  await transact(resources, async ({ tx, touch }) => {
    // The asset first, as in every other transaction that locks both.
    const asset = await assets.lock(tx, row.assetId);
    if (asset && (await transcodes.progress(tx, row, Math.floor(percent)))) {
      touch('asset', await assets.update(tx, asset.id, {}));
    }
  });
}

/** Publishes what a worker has stored. True again when only the answer was lost. */
export async function finishRemotely(
  resources: MediaResources,
  key: WorkerKeyRow,
  attempt: Attempt,
  { posters: stills, ...output }: RemoteResult,
  signal: AbortSignal,
): Promise<void> {
  const row = await ownAttempt(resources.db, key, attempt);
  if (!row) throw leaseLost();
  if (await transcodes.hasEnded(resources.db, attempt, 'COMPLETE')) return;
  if (!(await transcodes.isHeld(resources.db, attempt))) throw leaseLost();
  const prefix = blobLayout.renditions(row.assetId, row.id, row.attempt);
  const keys = Array.from({ length: stills }, (_, index) => `${prefix}${posterName(index)}`);
  try {
    const posters = await keepStills(resources, keys, signal);
    const made = { output: { ...output, quality: output.quality }, posters };
    if (!(await transact(resources, (write) => publishTranscode(write, row, made)))) throw leaseLost();
  } catch (error) {
    // An earlier call whose answer was lost may have published meanwhile, and deleted the stills.
    if (await transcodes.hasEnded(resources.db, attempt, 'COMPLETE')) return;
    throw error instanceof BlobNotFoundError ? badWork('A still that the result counts was not stored.') : error;
  }
  await deleteStills(resources, keys);
}

/** Decodes the stills that a worker stored, as every other picture, and keeps them as poster candidates. */
async function keepStills(resources: MediaResources, keys: readonly string[], signal: AbortSignal) {
  const { blobs, config } = resources;
  const kept: KeptPicture[] = [];
  for (const key of keys) {
    const copy = await blobs.localCopy(key, { folder: config.SCRATCH_DIR, signal });
    try {
      kept.push(...(await keepPosters(resources, { posters: [copy.path] }, signal)));
    } finally {
      await copy.release();
    }
  }
  return kept;
}

/** Only after the publication, which a worker repeats when it fails. What stays is deleted with the renditions. */
async function deleteStills({ blobs, log }: MediaResources, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await blobs.delete(key).catch((err: unknown) => log.warn({ err, key }, 'a still could not be deleted'));
  }
}

/** Ends an attempt in an error that its maker sees. */
export async function failRemotely(
  resources: MediaResources,
  row: transcodes.ClaimedTranscode,
  reason: TranscodeErrorReason,
): Promise<void> {
  if (!(await transact(resources, (write) => failTranscode(write, row, reason)))) throw leaseLost();
}

/** Returns a transcode to the queue, uncounted, when its worker stops. What it stored is deleted. */
export async function releaseRemotely({ db }: MediaResources, row: transcodes.ClaimedTranscode): Promise<void> {
  if (!(await transcodes.work.release(db, row))) throw leaseLost();
  const prefix = blobLayout.renditions(row.assetId, row.id, row.attempt);
  await garbage.discard(db, prefix, transcodes.LATE_WRITER_S);
}

import type { Tx } from '@marquee/data/database';
import { loopLevel } from '@marquee/data/sqlstate';
import { transact } from '@marquee/service/use-case';
import { BlobsUnavailableError } from '@marquee/storage/blob-store';
import * as assets from '../assets/assets.ts';
import type { UploadsConfig } from '../config.ts';
import type { MediaResources } from '../resources.ts';
import { blobLayout } from '../storage/blob-layout.ts';
import * as garbage from '../storage/garbage.ts';
import * as links from '../upload-links/upload-links.ts';
import { uploadBytes } from './upload-bytes.ts';

export type FinishResources = Pick<MediaResources, 'db' | 'outbox' | 'signals' | 'blobs' | 'clock'> & {
  config: UploadsConfig;
};

const finishing = new WeakMap<object, Map<string, Promise<void>>>();

/**
 * Makes a complete upload the asset's master and queues its check. Safe to repeat: after a crash in between, the file is
 * the master already. Calls for the same upload in one process share the work.
 */
export function finishUpload(resources: FinishResources, id: string, sizeBytes: number): Promise<void> {
  const flights = finishing.get(resources.db) ?? new Map<string, Promise<void>>();
  finishing.set(resources.db, flights);
  const flight = flights.get(id) ?? finish(resources, id, sizeBytes).finally(() => flights.delete(id));
  flights.set(id, flight);
  return flight;
}

async function finish(resources: FinishResources, id: string, sizeBytes: number): Promise<void> {
  const sourceKey = blobLayout.master(id);
  await uploadBytes(resources).finish(id, sizeBytes);
  await transact(resources, async ({ tx, clock, touch }) => {
    const locked = await assets.lock(tx, id);
    if (!locked) return garbage.discard(tx, blobLayout.masterPrefix(id));
    if (locked.state !== 'UPLOADING') return;
    // A file of this machine, which is imported, has no time to expire and is nobody's upload.
    if (locked.expiresAt) await assets.countWork(tx, locked.ownerId, clock.now());
    touch('asset', await assets.queueCheck(tx, locked, { sourceKey, now: clock.now() }));
  });
}

/**
 * Finishes uploads whose last byte arrived without the row being updated, and deletes those that have expired. Finishing
 * an upload that another process is finishing changes nothing.
 */
export async function sweepUploads(resources: MediaResources): Promise<void> {
  const bytes = uploadBytes(resources);
  for (const { id, sizeBytes } of await assets.someOpen(resources.db, SWEEP_ROWS)) {
    try {
      if (await bytes.isWhole(id, Number(sizeBytes))) await finishUpload(resources, id, Number(sizeBytes));
    } catch (err) {
      resources.log[loopLevel(err, 'error')](
        { err, assetId: id },
        'an upload could not be looked after; the next sweep tries again',
      );
      if (err instanceof BlobsUnavailableError) break;
    }
  }
  await expireUploads(resources);
}

const SWEEP_ROWS = 25;
const EXPIRED_ROWS_MAX = 200;

async function expireUploads(resources: MediaResources): Promise<void> {
  const gone = await transact(resources, async ({ tx }) => {
    const expired = await assets.expired(tx, EXPIRED_ROWS_MAX);
    for (const asset of expired) await dropUpload(tx, asset.id);
    return expired;
  });
  for (const { id, ownerId } of gone) {
    await uploadBytes(resources).discard(id);
    resources.log.info({ assetId: id, ownerId }, 'an upload was not finished within 7 days and is gone');
  }
}

/** Deletes an open upload, which then counts for no link, and marks its bytes for deletion once no request can be writing them. */
export async function dropUpload(tx: Tx, id: string): Promise<void> {
  const removed = await assets.remove(tx, id);
  if (removed?.uploadLinkId) await links.count(tx, removed.uploadLinkId, -1);
  await garbage.discard(tx, blobLayout.masterPrefix(id), garbage.CANCELLED_WRITER_S);
}

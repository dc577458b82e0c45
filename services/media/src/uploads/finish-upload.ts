import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { signalAsset } from '../assets/asset-changed.ts';
import * as assetStore from '../assets/asset-store.ts';
import { blobLayout } from '../blob-layout.ts';
import type { MediaResources } from '../resources.ts';

export const uploadPath = ({ config }: Pick<MediaResources, 'config'>, id: string) => join(config.UPLOADS_DIR, id);

/** Bytes that arrived so far. */
export async function receivedBytes(resources: Pick<MediaResources, 'config'>, id: string): Promise<number> {
  try {
    return (await stat(uploadPath(resources, id))).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}

export type FinishResources = Pick<MediaResources, 'config' | 'db' | 'blobs' | 'signals' | 'wake'>;

const finishing = new WeakMap<object, Map<string, Promise<void>>>();

/**
 * Takes a whole file over from the uploads and has it checked. Safe to repeat: after a crash between the two, the file
 * is among the blobs already. Those who finish the same upload at once in one process share the work.
 */
export function finishUpload(resources: FinishResources, id: string): Promise<void> {
  const flights = finishing.get(resources.db) ?? new Map<string, Promise<void>>();
  finishing.set(resources.db, flights);
  const flight = flights.get(id) ?? finish(resources, id).finally(() => flights.delete(id));
  flights.set(id, flight);
  return flight;
}

async function finish(resources: FinishResources, id: string): Promise<void> {
  const { db, blobs } = resources;
  const sourceKey = blobLayout.master(id);
  await blobs.putFile(sourceKey, uploadPath(resources, id)).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' || !(await blobs.stat(sourceKey))) throw error;
  });
  const asset = await db.transaction(async (tx) => {
    const locked = await assetStore.lock(tx, id);
    if (!locked) {
      await assetStore.discard(tx, blobLayout.masterPrefix(id));
      return undefined;
    }
    if (locked.state !== 'UPLOADING') return locked;
    return assetStore.update(tx, id, { state: 'CHECKING', sourceKey, expiresAt: null });
  });
  if (!asset) return;
  signalAsset(resources, asset, { state: asset.state });
  await resources.wake();
}

/** Finishes uploads whose last byte arrived when nobody could write that down, and lets go of those that ran out. */
export async function sweepUploads(resources: MediaResources, { afterMs = SETTLED_MS } = {}): Promise<void> {
  const open = await resources.prisma.asset.findMany({
    where: { state: 'UPLOADING' },
    select: { id: true, sizeBytes: true },
    orderBy: { updatedAt: 'asc' },
    take: SWEEP_ROWS_MAX,
  });
  for (const { id, sizeBytes } of open) {
    if (await isLeftWhole(resources, id, Number(sizeBytes), afterMs)) await finishUpload(resources, id);
  }
  await expireUploads(resources);
}

const SWEEP_ROWS_MAX = 200;
// Longer than whoever received the last byte needs to say so: until then the upload is theirs to finish.
const SETTLED_MS = 60_000;

async function isLeftWhole({ config, blobs }: MediaResources, id: string, sizeBytes: number, afterMs: number) {
  const file = await stat(uploadPath({ config }, id)).catch(() => undefined);
  if (file) return file.size === sizeBytes && Date.now() - file.mtimeMs >= afterMs;
  return (await blobs.stat(blobLayout.master(id))) !== undefined;
}

async function expireUploads(resources: MediaResources): Promise<void> {
  const gone = await resources.db.transaction(async (tx) => {
    const expired = await assetStore.expired(tx, SWEEP_ROWS_MAX);
    for (const asset of expired) await assetStore.remove(tx, asset.id);
    return expired;
  });
  for (const { id, ownerId } of gone) {
    await rm(uploadPath(resources, id), { force: true });
    resources.log.info({ assetId: id, ownerId }, 'an upload was not finished within 7 days and is gone');
  }
}

import { protectionChanged, transcodeCompleted } from '../assets/asset-events.ts';
import * as assets from '../assets/assets.ts';
import type { MediaWrite } from '../resources.ts';
import { blobLayout } from '../storage/blob-layout.ts';
import * as garbage from '../storage/garbage.ts';
import * as transcodes from '../transcode-queue/transcodes.ts';
import * as protections from './protections.ts';

/**
 * Makes the result what plays, in place of the version it was made from, which is deleted. False when the attempt does not
 * hold its lease, or the asset plays something else by now.
 */
export async function publishProtection(
  write: MediaWrite,
  protection: protections.ClaimedProtection,
): Promise<boolean> {
  const { tx, emit, touch } = write;
  const { id, assetId, sourceVersion, isRemoval, attempt } = protection;
  const asset = await assets.lock(tx, assetId);
  if (!asset) return false;
  const status = asset.currentTranscodeId === sourceVersion ? 'COMPLETED' : 'CANCELLED';
  if (!(await protections.finish(tx, protection, status))) return protections.hasEnded(tx, protection, 'COMPLETED');
  if (status === 'CANCELLED') return false;

  const prefix = blobLayout.renditions(assetId, id, attempt);
  await transcodes.copyAs(tx, sourceVersion, { id, prefix, isProtected: !isRemoval });
  await transcodes.end(tx, sourceVersion, 'DELETED');
  await garbage.discard(tx, blobLayout.renditionsOfVersion(assetId, sourceVersion));
  const outcome = isRemoval ? { protected: false, protection: '' } : { protected: true, protection: 'COMPLETED' };
  const changed = await assets.update(tx, assetId, { currentTranscodeId: id, ...outcome });
  await emit(protectionChanged(await assets.complete(tx, changed)));
  // Film has not heard of a version that was not to play without protection.
  if (asset.protected && !isRemoval) {
    const made = await assets.complete(tx, await assets.update(tx, assetId, {}));
    await emit(transcodeCompleted(made, id));
  }
  touch('asset', changed);
  touch('version-ended', { id: sourceVersion, version: changed.version });
  return true;
}

import { protectionChanged } from '../assets/asset-events.ts';
import * as assets from '../assets/assets.ts';
import type { MediaWrite } from '../resources.ts';
import { blobLayout } from '../storage/blob-layout.ts';
import * as garbage from '../storage/garbage.ts';
import * as transcodes from '../transcode-queue/transcodes.ts';
import type { ProtectionErrorReason } from './protection-errors.ts';
import * as protections from './protections.ts';

/** Ends a protection in an error that its maker sees; what plays stays as it is. False when the lease is not held. */
export async function failProtection(
  { tx, emit, touch }: MediaWrite,
  failed: protections.ClaimedProtection,
  reason: ProtectionErrorReason,
): Promise<boolean> {
  const asset = await assets.lock(tx, failed.assetId);
  if (!asset) return false;
  if (!(await protections.finish(tx, failed, 'FAILED', reason))) {
    return protections.hasEnded(tx, failed, 'FAILED');
  }
  await garbage.discard(tx, blobLayout.renditionsOfVersion(asset.id, failed.id), transcodes.LATE_WRITER_S);
  // What could not be made clear is still protected.
  const protection = failed.isRemoval ? 'COMPLETED' : 'FAILED';
  const changed = await assets.complete(tx, await assets.update(tx, asset.id, { protection }));
  await emit(protectionChanged(changed));
  touch('asset', changed);
  return true;
}

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
  protection: protections.ClaimedProtection,
  reason: ProtectionErrorReason,
): Promise<boolean> {
  const asset = await assets.lock(tx, protection.assetId);
  if (!asset) return false;
  if (!(await protections.finish(tx, protection, 'FAILED', reason))) {
    return protections.hasEnded(tx, protection, 'FAILED');
  }
  await garbage.discard(tx, blobLayout.renditionsOfVersion(asset.id, protection.id), transcodes.LATE_WRITER_S);
  const changed = await assets.complete(tx, await assets.update(tx, asset.id, { protection: 'FAILED' }));
  await emit(protectionChanged(changed));
  touch('asset', changed);
  return true;
}

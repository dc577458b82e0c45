import { transcodeFailed } from '../assets/asset-events.ts';
import * as assets from '../assets/assets.ts';
import type { MediaWrite } from '../resources.ts';
import { blobLayout } from '../storage/blob-layout.ts';
import * as garbage from '../storage/garbage.ts';
import type { TranscodeErrorReason } from './transcode-errors.ts';
import * as transcodes from './transcodes.ts';

/** Ends a transcode in an error that its maker sees. False when the attempt does not hold its lease. */
export async function failTranscode(
  { tx, emit, touch }: MediaWrite,
  transcode: transcodes.ClaimedTranscode,
  reason: TranscodeErrorReason,
): Promise<boolean> {
  const asset = await assets.lock(tx, transcode.assetId);
  if (!asset) return false;
  if (!(await transcodes.fail(tx, transcode, reason))) return transcodes.hasEnded(tx, transcode, 'ERROR');
  await garbage.discard(tx, blobLayout.renditionsOfVersion(asset.id, transcode.id), transcodes.LATE_WRITER_S);
  const changed = await assets.update(tx, asset.id, {});
  await emit(transcodeFailed(changed, reason));
  touch('asset', changed);
  return true;
}

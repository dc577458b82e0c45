import { transcodeCompleted } from '../assets/asset-events.ts';
import * as assets from '../assets/assets.ts';
import * as pictures from '../pictures/pictures.ts';
import { queueProtection } from '../protection/queue-protection.ts';
import * as qualityChecks from '../quality/quality-checks.ts';
import type { MediaWrite } from '../resources.ts';
import { blobLayout } from '../storage/blob-layout.ts';
import type { MadeTranscode } from './run-transcode.ts';
import * as transcodes from './transcodes.ts';

/** Publishes the renditions. False when the attempt does not hold its lease, and has not published them before. */
export async function publishTranscode(
  write: MediaWrite,
  transcode: transcodes.ClaimedTranscode,
  { output, posters }: MadeTranscode,
): Promise<boolean> {
  const { tx, emit, touch } = write;
  const asset = await assets.lock(tx, transcode.assetId);
  const prefix = blobLayout.renditions(transcode.assetId, transcode.id, transcode.attempt);
  const { renditions, audio: audioTracks } = output;
  const posterIds = posters.map(({ id }) => id);
  const made = { prefix, renditions, audioTracks, posterIds };
  if (!asset || !(await transcodes.complete(tx, transcode, made))) {
    if (await transcodes.hasEnded(tx, transcode, 'COMPLETE')) return true;
    for (const id of posterIds) await pictures.discard(tx, id);
    return false;
  }
  for (const poster of posters) await pictures.insert(tx, { ...poster, assetId: asset.id });
  await qualityChecks.insertEnded(tx, asset.id, output.quality);
  // Of a protected film nothing plays that is clear: film hears of it once it is encrypted.
  if (asset.protected) {
    await queueProtection(write, asset, transcode.id);
    return true;
  }
  const changed = await assets.update(tx, asset.id, {});
  await emit(transcodeCompleted(await assets.complete(tx, changed), transcode.id));
  touch('asset', changed);
  return true;
}

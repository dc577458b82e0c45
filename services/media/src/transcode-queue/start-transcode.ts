import { newId } from '@marquee/data/ids';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { transcodeStarted } from '../assets/asset-events.ts';
import * as assets from '../assets/assets.ts';
import { lockOwnAsset } from '../assets/require-own-asset.ts';
import { assetNotReady, notAVideoAsset } from '../media-errors.ts';
import type { MediaWrite } from '../resources.ts';
import * as transcodes from './transcodes.ts';

/** Queues a transcode. One that waits, runs or is complete is left as it is [STU-06]. */
export async function startTranscode(
  { tx, clock, emit, touch }: MediaWrite,
  viewer: AccountViewer,
  { assetId }: { assetId: string },
): Promise<assets.WholeAsset> {
  const asset = await lockOwnAsset(tx, viewer, assetId);
  if (asset.kind !== 'VIDEO') throw notAVideoAsset();
  if (asset.state !== 'READY') throw assetNotReady();
  const current = asset.currentTranscodeId ? await transcodes.get(tx, asset.currentTranscodeId) : undefined;
  if (current && current.status !== 'ERROR') return assets.complete(tx, asset);

  const id = newId();
  await transcodes.insert(tx, { id, assetId, mode: asset.ladderMode, dueAt: clock.now() });
  const started = await assets.update(tx, assetId, { currentTranscodeId: id });
  await emit(transcodeStarted(started));
  touch('asset', started);
  return assets.complete(tx, started);
}

import type { AccountViewer } from '@marquee/runtime/viewer';
import { assetNotReady, notAVideoAsset } from '../assets/asset-errors.ts';
import { transcodeStarted } from '../assets/asset-events.ts';
import * as assets from '../assets/assets.ts';
import { lockOwnAsset } from '../assets/require-own-asset.ts';
import type { MediaWrite } from '../resources.ts';
import { requireWorkWithinLimits } from '../uploads/require-work-within-limits.ts';
import * as transcodes from './transcodes.ts';

/**
 * Queues a transcode, within the limits of its maker. One that waits, runs or is complete is left as it is [STU-06].
 */
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

  // A start takes as much of the workers as a new file does, and counts as one.
  requireWorkWithinLimits(await assets.lockUploads(tx, asset.ownerId, clock.now()));
  await assets.countWork(tx, asset.ownerId, clock.now());
  const currentTranscodeId = await transcodes.queue(tx, asset, clock.now());
  const started = await assets.update(tx, assetId, { currentTranscodeId });
  await emit(transcodeStarted(started));
  touch('asset', started);
  return assets.complete(tx, started);
}

import type { AccountViewer } from '@marquee/runtime/viewer';
import { assetNotReady, notAVideoAsset } from '../assets/asset-errors.ts';
import * as assets from '../assets/assets.ts';
import { lockOwnAsset } from '../assets/require-own-asset.ts';
import type { MediaWrite } from '../resources.ts';
import { requireWorkWithinLimits } from '../uploads/require-work-within-limits.ts';
import * as qualityChecks from './quality-checks.ts';

/** Has a video looked through again. A check that waits or runs is left as it is [STU-12]. */
export async function checkQuality(
  { tx, clock, touch }: MediaWrite,
  viewer: AccountViewer,
  { assetId }: { assetId: string },
): Promise<assets.WholeAsset> {
  const asset = await lockOwnAsset(tx, viewer, assetId);
  if (asset.kind !== 'VIDEO') throw notAVideoAsset();
  if (asset.state !== 'READY') throw assetNotReady();
  if (await qualityChecks.isOpen(tx, assetId)) return assets.complete(tx, asset);

  // A check takes the workers' time as a new file does, and counts as one.
  requireWorkWithinLimits(await assets.lockUploads(tx, asset.ownerId, clock.now()));
  await assets.countWork(tx, asset.ownerId, clock.now());
  await qualityChecks.queue(tx, assetId, clock.now());
  const changed = await assets.update(tx, assetId, {});
  touch('asset', changed);
  return assets.complete(tx, changed);
}

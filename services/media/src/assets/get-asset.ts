import { type AccountViewer, isStaff } from '@marquee/runtime/viewer';
import type { MediaResources } from '../resources.ts';
import * as transcodes from '../transcode-queue/transcodes.ts';
import { assetNotFound } from './asset-errors.ts';
import * as assets from './assets.ts';
import { type ListedAsset, withReceived } from './list-uploads.ts';
import { requireAssetOwner } from './require-own-asset.ts';

/** A file of its maker, or for staff any file, with the place of its transcode in line. */
export async function getAsset(
  resources: MediaResources,
  viewer: AccountViewer,
  { assetId }: { assetId: string },
): Promise<ListedAsset> {
  const asset = await assets.whole(resources.db, assetId);
  if (!asset) throw assetNotFound();
  requireAssetOwner(viewer, asset);
  const listed = await withReceived(resources, asset);
  return isStaff(viewer) ? { ...listed, placeInLine: await placeInLine(resources, asset) } : listed;
}

async function placeInLine({ db }: MediaResources, { currentTranscode }: assets.WholeAsset) {
  if (currentTranscode?.status !== 'WAITING') return undefined;
  return 1 + (await transcodes.line.before(db, currentTranscode.id));
}

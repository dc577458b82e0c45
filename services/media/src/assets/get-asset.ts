import type { AccountViewer } from '@marquee/runtime/viewer';
import { assetNotFound } from '../media-errors.ts';
import type { MediaResources } from '../resources.ts';
import * as assets from './assets.ts';
import { type ListedAsset, withReceived } from './list-uploads.ts';
import { requireAssetOwner } from './require-own-asset.ts';

/** A file of its maker, or for staff any file. */
export async function getAsset(
  resources: MediaResources,
  viewer: AccountViewer,
  { assetId }: { assetId: string },
): Promise<ListedAsset> {
  const asset = await assets.whole(resources.db, assetId);
  if (!asset) throw assetNotFound();
  requireAssetOwner(viewer, asset);
  return withReceived(resources, asset);
}

import type { AccountViewer } from '@marquee/runtime/viewer';
import { assetLive, assetNotFound } from '../assets/asset-errors.ts';
import * as assets from '../assets/assets.ts';
import { lockOwnAsset, requireAssetOwner } from '../assets/require-own-asset.ts';
import type { MediaResources, MediaWrite } from '../resources.ts';
import { endTranscode } from './end-transcode.ts';

/** Refuses to delete what people can watch [STU-15]. */
export async function refuseLive(
  { db, films }: MediaResources,
  viewer: AccountViewer,
  { assetId }: { assetId: string },
): Promise<void> {
  const asset = await assets.get(db, assetId);
  if (!asset) throw assetNotFound();
  requireAssetOwner(viewer, asset);
  if (asset.boundFilmId && (await films.isLive(asset.boundFilmId, assetId))) throw assetLive();
}

/** Deletes the renditions, or what a failed attempt left. The source stays [STU-06]. */
export async function deleteTranscode(
  write: MediaWrite,
  viewer: AccountViewer,
  { assetId }: { assetId: string },
): Promise<assets.WholeAsset> {
  const asset = await lockOwnAsset(write.tx, viewer, assetId);
  return endTranscode(write, asset, ['WAITING', 'RUNNING', 'COMPLETE', 'ERROR']);
}

import type { Viewer } from '@marquee/runtime/viewer';
import type { MediaResources } from '../resources.ts';
import { assetNotFound } from './asset-errors.ts';
import * as assets from './assets.ts';

/** An asset as film sees it before it puts the asset into a slot. */
export async function describeAsset(
  { db }: MediaResources,
  _viewer: Viewer,
  { assetId }: { assetId: string },
): Promise<assets.WholeAsset> {
  const asset = await assets.whole(db, assetId);
  if (!asset) throw assetNotFound();
  return asset;
}

import type { Viewer } from '@marquee/runtime/viewer';
import { assetNotFound } from '../media-errors.ts';
import type { MediaResources } from '../resources.ts';
import * as assets from './assets.ts';

/** What a film's slot may hold: film looks at the answer. */
export async function describeAsset(
  { db }: MediaResources,
  _viewer: Viewer,
  { assetId }: { assetId: string },
): Promise<assets.WholeAsset> {
  const asset = await assets.whole(db, assetId);
  if (!asset) throw assetNotFound();
  return asset;
}

import type { Viewer } from '@marquee/runtime/viewer';
import { assetNotFound, assetNotYours } from '../media-errors.ts';
import type { MediaWrite } from '../resources.ts';
import * as assets from './assets.ts';

/** Binds an asset to a film, or with '' to none. An asset is used by one film at a time. */
export async function bindAsset(
  { tx, touch }: MediaWrite,
  _viewer: Viewer,
  { assetId, filmId }: { assetId: string; filmId: string },
): Promise<assets.WholeAsset> {
  const asset = await assets.lock(tx, assetId);
  if (!asset) throw assetNotFound();
  if (filmId !== '' && asset.boundFilmId && asset.boundFilmId !== filmId) throw assetNotYours();
  const bound = await assets.update(tx, assetId, { boundFilmId: filmId || null });
  touch('asset', bound);
  return assets.complete(tx, bound);
}

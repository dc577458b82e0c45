import type { Viewer } from '@marquee/runtime/viewer';
import type { MediaWrite } from '../resources.ts';
import { assetNotFound, assetNotYours } from './asset-errors.ts';
import * as assets from './assets.ts';

/** Binds an asset to a film, or with '' to none; twice changes nothing. An asset is used by one film at a time. */
export async function bindAsset(
  { tx, touch }: MediaWrite,
  _viewer: Viewer,
  { assetId, filmId }: { assetId: string; filmId: string },
): Promise<assets.WholeAsset> {
  const asset = await assets.lock(tx, assetId);
  if (!asset) throw assetNotFound();
  if (filmId !== '' && asset.boundFilmId && asset.boundFilmId !== filmId) throw assetNotYours();
  const boundFilmId = filmId || null;
  if (asset.boundFilmId === boundFilmId) return assets.complete(tx, asset);
  const bound = await assets.update(tx, assetId, { boundFilmId });
  touch('asset', bound);
  return assets.complete(tx, bound);
}

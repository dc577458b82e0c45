import { assetNotFound, assetNotYours } from '../media-errors.ts';
import type { MediaResources } from '../resources.ts';
import { signalAsset } from './asset-changed.ts';
import * as assetStore from './asset-store.ts';

/** Which film uses an asset; '' lets go. An asset serves one film at a time. */
export async function bindAsset(resources: MediaResources, assetId: string, filmId: string): Promise<void> {
  const bound = await resources.db.transaction(async (tx) => {
    const asset = await assetStore.lock(tx, assetId);
    if (!asset) throw assetNotFound();
    if (filmId !== '' && asset.boundFilmId && asset.boundFilmId !== filmId) throw assetNotYours();
    return assetStore.update(tx, assetId, { boundFilmId: filmId || null });
  });
  signalAsset(resources, bound);
}

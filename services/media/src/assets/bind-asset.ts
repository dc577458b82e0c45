import type { Viewer } from '@marquee/runtime/viewer';
import * as protections from '../protection/protections.ts';
import { queueProtection } from '../protection/queue-protection.ts';
import type { MediaWrite } from '../resources.ts';
import * as transcodes from '../transcode-queue/transcodes.ts';
import { assetNotFound, assetNotYours } from './asset-errors.ts';
import * as assets from './assets.ts';

/**
 * Binds an asset to a film, or with '' to none; twice changes nothing. An asset is used by one film at a time. A video of a
 * protected film plays only once it is encrypted.
 */
export async function bindAsset(
  write: MediaWrite,
  _viewer: Viewer,
  { assetId, filmId, protect = false }: { assetId: string; filmId: string; protect?: boolean },
): Promise<assets.WholeAsset> {
  const { tx, touch } = write;
  const asset = await assets.lock(tx, assetId);
  if (!asset) throw assetNotFound();
  if (filmId !== '' && asset.boundFilmId && asset.boundFilmId !== filmId) throw assetNotYours();
  const boundFilmId = filmId || null;
  const becomesProtected = protect && asset.kind === 'VIDEO' && !asset.protected;
  if (asset.boundFilmId === boundFilmId && !becomesProtected) return assets.complete(tx, asset);
  const bound = await assets.update(tx, assetId, {
    boundFilmId,
    ...(becomesProtected && { protected: true, protection: 'IN_PROGRESS' }),
  });
  if (becomesProtected) {
    const current = bound.currentTranscodeId ? await transcodes.get(tx, bound.currentTranscodeId) : undefined;
    const isOpen = await protections.openOf(tx, assetId);
    // What is not complete yet is encrypted when it is.
    if (current?.status === 'COMPLETE' && !current.isProtected && !isOpen) {
      return assets.complete(tx, await queueProtection(write, bound, current.id));
    }
  }
  touch('asset', bound);
  return assets.complete(tx, bound);
}

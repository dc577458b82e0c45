import type { AssetKindName } from '@marquee/rules/film-types';
import { type AccountViewer, isStaff } from '@marquee/runtime/viewer';
import { requireEditor } from '../films/film-rights.ts';
import * as films from '../films/films.ts';
import type { FilmResources } from '../resources.ts';
import { assetNotReady, assetNotYours, assetUsedElsewhere, assetWrongKind } from './asset-errors.ts';
import * as assets from './assets.ts';
import type { MediaFacts } from './media-copies.ts';
import type { DescribedAsset } from './media-message.ts';

export type AssetChoice = { kind: AssetKindName; mediaId: string };
export type BoundAsset = { kind: AssetKindName; facts: MediaFacts };

/**
 * Makes media keep the chosen assets for the film, before the transaction that puts them into their slots. When that
 * fails, `releaseUnused` takes it back.
 */
export async function bindAssets(
  { db, media }: Pick<FilmResources, 'db' | 'media'>,
  viewer: AccountViewer,
  filmId: string,
  choices: readonly AssetChoice[],
): Promise<BoundAsset[]> {
  if (choices.length === 0) return [];
  const film = await films.get(db, filmId);
  requireEditor(viewer, film);
  const bound: BoundAsset[] = [];
  for (const { kind, mediaId } of choices) {
    const asset = await media.describe(mediaId);
    requireFitting(viewer, film, kind, asset);
    if (asset.filmId && asset.filmId !== film.id && (await assets.isUsedBy(db, asset.filmId, asset.id))) {
      throw assetUsedElsewhere();
    }
    bound.push({
      kind,
      facts: await media.bind(mediaId, film.id, { protect: kind === 'FILM_VIDEO' && film.drmEncodingStatus !== '' }),
    });
  }
  return bound;
}

function requireFitting(viewer: AccountViewer, film: films.Film, kind: AssetKindName, asset: DescribedAsset): void {
  if (asset.ownerId !== film.createdBy && !isStaff(viewer)) throw assetNotYours();
  if (asset.isVideo !== kind.endsWith('_VIDEO')) throw assetWrongKind();
  if (!asset.isReady) throw assetNotReady();
}

/** Releases assets that were bound for a write that failed, unless a film uses them. */
export async function releaseUnused(
  { db, media, log }: Pick<FilmResources, 'db' | 'media' | 'log'>,
  bound: readonly BoundAsset[],
): Promise<void> {
  for (const { mediaId } of bound.map(({ facts }) => facts)) {
    try {
      if ((await assets.filmsUsing(db, mediaId)).length === 0) await media.release(mediaId);
    } catch (err) {
      log.warn({ err, mediaId }, 'an asset stays bound to a film that does not use it');
    }
  }
}

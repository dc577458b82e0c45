import { Code, ConnectError } from '@connectrpc/connect';
import { type Asset, MediaKind, UploadState } from '@marquee/contracts/media/v1/media_pb';
import { isId } from '@marquee/data/ids';
import type { AssetKindName } from '@marquee/rules/film-types';
import { type AccountViewer, isStaff } from '@marquee/runtime/viewer';
import { requireEditor } from '../films/film-rights.ts';
import * as films from '../films/films.ts';
import type { FilmResources } from '../resources.ts';
import { assetNotFound, assetNotReady, assetNotYours, assetUsedElsewhere, assetWrongKind } from './asset-errors.ts';
import * as assets from './assets.ts';
import type { MediaFacts } from './media-copies.ts';
import { factsOf } from './media-facts.ts';

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
    if (!isId(mediaId)) throw assetNotFound();
    const { asset } = await orNotFound(media.describeAsset({ assetId: mediaId }));
    if (!asset) throw assetNotFound();
    requireFitting(viewer, film, kind, asset);
    if (asset.filmId && asset.filmId !== film.id && (await assets.isUsedBy(db, asset.filmId, asset.id))) {
      throw assetUsedElsewhere();
    }
    const taken = await orNotFound(media.bindAsset({ assetId: mediaId, filmId: film.id }));
    bound.push({ kind, facts: factsOf(taken.asset ?? asset, taken.playableVersion) });
  }
  return bound;
}

function requireFitting(viewer: AccountViewer, film: films.Film, kind: AssetKindName, asset: Asset): void {
  if (asset.ownerId !== film.createdBy && asset.ownerId !== viewer.accountId && !isStaff(viewer)) throw assetNotYours();
  if ((asset.kind === MediaKind.VIDEO) !== kind.endsWith('_VIDEO')) throw assetWrongKind();
  if (asset.state !== UploadState.READY) throw assetNotReady();
}

/** Releases assets that were bound for a write that failed, unless a film uses them. */
export async function releaseUnused(
  { db, media, log }: Pick<FilmResources, 'db' | 'media' | 'log'>,
  bound: readonly BoundAsset[],
): Promise<void> {
  for (const { mediaId } of bound.map(({ facts }) => facts)) {
    try {
      if ((await assets.filmsUsing(db, mediaId)).length === 0) await media.bindAsset({ assetId: mediaId, filmId: '' });
    } catch (err) {
      log.warn({ err, mediaId }, 'an asset stays bound to a film that does not use it');
    }
  }
}

async function orNotFound<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ConnectError && error.code === Code.NotFound) throw assetNotFound();
    throw error;
  }
}

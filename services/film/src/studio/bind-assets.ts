import { Code, ConnectError } from '@connectrpc/connect';
import { type Asset, MediaKind, TranscodeStatus, UploadState } from '@marquee/contracts/media/v1/media_pb';
import { isId } from '@marquee/data/ids';
import type { AssetKindName } from '@marquee/rules/film-types';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { isStaff } from '@marquee/runtime/viewer';
import { requireEditor } from '../films/film-rights.ts';
import { getFilm } from '../films/film-store.ts';
import type { FilmResources } from '../resources.ts';
import { assetNotFound, assetNotReady, assetNotYours, assetUsedElsewhere, assetWrongKind } from './asset-errors.ts';
import { isInUse, type MediaFacts } from './asset-store.ts';

export type AssetChoice = { kind: AssetKindName; mediaId: string };
export type BoundAsset = { kind: AssetKindName; facts: MediaFacts };

/**
 * Makes media keep the chosen assets for the film, before the transaction that puts them into their slots: no remote
 * call happens inside one. An asset bound in vain is let go by `releaseInVain`.
 */
export async function bindAssets(
  { db, media }: Pick<FilmResources, 'db' | 'media'>,
  viewer: AccountViewer,
  filmId: string,
  choices: readonly AssetChoice[],
): Promise<BoundAsset[]> {
  if (choices.length === 0) return [];
  const film = await getFilm(db, filmId);
  requireEditor(viewer, film);
  const bound: BoundAsset[] = [];
  for (const { kind, mediaId } of choices) {
    if (!isId(mediaId)) throw assetNotFound();
    const described = await orNotFound(media.describeAsset({ assetId: mediaId }));
    const asset = described.asset;
    if (!asset) throw assetNotFound();
    if (asset.ownerId !== film.created_by && asset.ownerId !== viewer.accountId && !isStaff(viewer)) {
      throw assetNotYours();
    }
    if ((asset.kind === MediaKind.VIDEO) !== kind.endsWith('_VIDEO')) throw assetWrongKind();
    if (asset.state !== UploadState.READY) throw assetNotReady();
    if (asset.filmId && asset.filmId !== film.id && (await isInUse(db, asset.filmId, asset.id))) {
      throw assetUsedElsewhere();
    }
    const taken = await orNotFound(media.bindAsset({ assetId: mediaId, filmId: film.id }));
    bound.push({ kind, facts: factsOf(taken.asset ?? asset, taken.playableVersion) });
  }
  return bound;
}

/** Lets go of assets whose transaction failed, as far as no film uses them. */
export async function releaseInVain(
  { db, media, log }: Pick<FilmResources, 'db' | 'media' | 'log'>,
  bound: readonly BoundAsset[],
): Promise<void> {
  for (const { facts } of bound) {
    try {
      const used = await db.query('SELECT 1 FROM film_assets WHERE media_id = $1', [facts.media_id]);
      if (used.length === 0) await media.bindAsset({ assetId: facts.media_id, filmId: '' });
    } catch (err) {
      log.warn({ err, mediaId: facts.media_id }, 'an asset stays bound to a film that does not use it');
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

const STATUS: Record<TranscodeStatus, MediaFacts['transcode_status']> = {
  [TranscodeStatus.UNSPECIFIED]: '',
  [TranscodeStatus.IN_PROGRESS]: 'IN_PROGRESS',
  [TranscodeStatus.COMPLETE]: 'COMPLETE',
  [TranscodeStatus.ERROR]: 'ERROR',
};

function factsOf(asset: Asset, playableVersion: string): MediaFacts {
  const image = asset.image && {
    id: asset.id,
    uri: asset.image.uri,
    width: asset.image.width,
    height: asset.image.height,
    widths: asset.image.widths,
    thumbhash: asset.image.thumbhash,
  };
  return {
    media_id: asset.id,
    version: asset.version,
    transcode_status: STATUS[asset.transcode?.status ?? TranscodeStatus.UNSPECIFIED],
    playable_version: playableVersion,
    duration_ms: asset.durationMs,
    image: image ?? null,
  };
}

import { FilmAssetBoundSchema } from '@marquee/contracts/events/v1/film_pb';
import { on } from '@marquee/events/consumer';
import type { MediaWrite } from '../resources.ts';
import * as assets from './assets.ts';

/**
 * A film put an asset into a slot or took it out. BindAsset has bound it before the event, which protects it from
 * deletion; the event unbinds it, and repairs a binding that a failed call left behind. An event that is older than the
 * last one changes nothing.
 */
export const onFilmAssetBound = on(
  FilmAssetBoundSchema,
  async ({ tx, touch }: MediaWrite, { filmId, mediaId, bound }, { aggregateVersion }) => {
    const asset = await assets.lock(tx, mediaId);
    if (!asset || aggregateVersion <= asset.bindingVersion) return;
    const isOfFilm = bound ? asset.boundFilmId === null : asset.boundFilmId === filmId;
    const boundFilmId = isOfFilm ? (bound ? filmId : null) : asset.boundFilmId;
    const changed = await assets.update(tx, mediaId, { boundFilmId, bindingVersion: aggregateVersion });
    if (isOfFilm) touch('asset', changed);
  },
);

import { type FilmAssetBound, FilmAssetBoundSchema } from '@marquee/contracts/events/v1/film_pb';
import type { Tx } from '@marquee/data/database';
import { on } from '@marquee/events/consumer';
import type { MediaResources } from '../resources.ts';
import * as assets from './assets.ts';

/** The events of film that bind assets. */
export const filmEvents = (resources: Pick<MediaResources, 'signals'>) => [
  on(FilmAssetBoundSchema, (tx, event, envelope) => onFilmAssetBound(resources, tx, event, envelope)),
];

/**
 * A film put an asset into a slot or took it out. BindAsset has bound it before the event, which protects it from
 * deletion; the event unbinds it, and repairs a binding that a failed call left behind. An event that is older than the
 * last one changes nothing.
 */
async function onFilmAssetBound(
  { signals }: Pick<MediaResources, 'signals'>,
  tx: Tx,
  { filmId, mediaId, bound }: FilmAssetBound,
  { aggregateVersion }: { aggregateVersion: bigint },
): Promise<(() => void) | undefined> {
  const asset = await assets.lock(tx, mediaId);
  if (!asset || aggregateVersion <= asset.bindingVersion) return undefined;
  const isOfFilm = bound ? asset.boundFilmId === null : asset.boundFilmId === filmId;
  const boundFilmId = isOfFilm ? (bound ? filmId : null) : asset.boundFilmId;
  const changed = await assets.update(tx, mediaId, { boundFilmId, bindingVersion: aggregateVersion });
  return isOfFilm ? () => signals.publish(`asset:${changed.id}`, changed.version) : undefined;
}

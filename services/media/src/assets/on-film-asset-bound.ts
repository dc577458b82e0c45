import { type FilmAssetBound, FilmAssetBoundSchema } from '@marquee/contracts/events/v1/film_pb';
import type { Tx } from '@marquee/data/database';
import { on } from '@marquee/events/consumer';
import type { MediaResources } from '../resources.ts';
import { signalAsset } from './asset-changed.ts';
import * as assetStore from './asset-store.ts';

/** The events of film that media follows. */
export const filmEvents = (resources: Pick<MediaResources, 'signals'>) => [
  on(FilmAssetBoundSchema, (tx, event) => onFilmAssetBound(resources, tx, event)),
];

/**
 * A film took an asset into a slot or let go of it. The binding that protects it from deletion was made by BindAsset
 * before; the event is what ends it, and what mends one that a failed call left behind.
 */
async function onFilmAssetBound(
  resources: Pick<MediaResources, 'signals'>,
  tx: Tx,
  { filmId, mediaId, bound }: FilmAssetBound,
): Promise<(() => void) | undefined> {
  const asset = await assetStore.lock(tx, mediaId);
  if (!asset) return undefined;
  const free = asset.boundFilmId === null || asset.boundFilmId === undefined;
  if (bound ? !free : asset.boundFilmId !== filmId) return undefined;
  const changed = await assetStore.update(tx, mediaId, { boundFilmId: bound ? filmId : null });
  return () => signalAsset(resources, changed);
}

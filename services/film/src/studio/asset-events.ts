import { FilmAssetBoundSchema } from '@marquee/contracts/events/v1/film_pb';
import { type DomainEvent, domainEvent } from '@marquee/events/outbox';

/** A film took an asset into a slot or released it. Ordered by media's own key, the asset. */
export const filmAssetBound = (asset: {
  filmId: string;
  mediaId: string;
  bound: boolean;
  version: bigint;
}): DomainEvent => {
  const { version, ...fields } = asset;
  return domainEvent(FilmAssetBoundSchema, fields, { type: 'film_asset', id: asset.mediaId, version });
};

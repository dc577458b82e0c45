import { FeaturedFilmsChangedSchema } from '@marquee/contracts/events/v1/film_pb';
import { type DomainEvent, domainEvent } from '@marquee/events/outbox';

/** The list is one aggregate: its version orders the changes of all its films. */
export const featuredFilmsChanged = (filmId: string, version: bigint): DomainEvent =>
  domainEvent(FeaturedFilmsChangedSchema, { filmId }, { type: 'featured-films', id: 'featured-films', version });

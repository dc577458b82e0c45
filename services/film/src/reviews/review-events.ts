import { FilmRatedSchema } from '@marquee/contracts/events/v1/film_pb';
import { type DomainEvent, domainEvent } from '@marquee/events/outbox';
import type { RatedReview } from './reviews.ts';

export const filmRated = ({ id, version, filmId, accountId, rating }: RatedReview): DomainEvent =>
  domainEvent(FilmRatedSchema, { filmId, accountId, rating }, { type: 'review', id, version });

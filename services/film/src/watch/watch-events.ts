import { FilmUnlockedSchema, FilmViewedSchema } from '@marquee/contracts/events/v1/film_pb';
import { type DomainEvent, domainEvent } from '@marquee/events/outbox';

type Watched = { id: string; filmId: string; accountId: string };

export const filmUnlocked = ({ id, filmId, accountId }: Watched): DomainEvent =>
  domainEvent(FilmUnlockedSchema, { filmId, accountId }, { type: 'unlock', id, version: 1n });

export const filmViewed = ({ id, filmId, accountId }: Watched): DomainEvent =>
  domainEvent(FilmViewedSchema, { filmId, accountId }, { type: 'playback_session', id, version: 1n });

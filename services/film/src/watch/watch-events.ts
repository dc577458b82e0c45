import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  EventFilmWatchedSchema,
  FilmUnlockedSchema,
  FilmViewedSchema,
  PlaybackEndedSchema,
  WatchTimeCountedSchema,
} from '@marquee/contracts/events/v1/film_pb';
import { newId } from '@marquee/data/ids';
import { type DomainEvent, domainEvent } from '@marquee/events/outbox';

type Watched = { id: string; filmId: string; accountId: string };

export const filmUnlocked = ({ id, filmId, accountId }: Watched): DomainEvent =>
  domainEvent(FilmUnlockedSchema, { filmId, accountId }, { type: 'unlock', id, version: 1n });

export const filmViewed = ({ id, filmId, accountId }: Watched): DomainEvent =>
  domainEvent(FilmViewedSchema, { filmId, accountId }, { type: 'playback_session', id, version: 1n });

/** How long films were played, by all viewers together. Each event is an aggregate of its own. */
export const watchTimeCounted = (playedMs: number): DomainEvent =>
  domainEvent(WatchTimeCountedSchema, { playedMs: BigInt(playedMs) }, { type: 'watch_time', id: newId(), version: 1n });

/** An address of a playback plays nothing any more. */
export const playbackEnded = (
  { id, address }: { id: string; address: number },
  { addressId, expiresAt }: { addressId: string; expiresAt: Date },
): DomainEvent =>
  domainEvent(
    PlaybackEndedSchema,
    { addressId, expiresAt: timestampFromDate(expiresAt) },
    { type: 'playback_address', id, version: BigInt(address) },
  );

/** Somebody has watched enough of a film at an event. Each event is an aggregate of its own. */
export const eventFilmWatched = (watch: { eventId: string; filmId: string; accountId: string }): DomainEvent =>
  domainEvent(EventFilmWatchedSchema, watch, { type: 'event_watch', id: newId(), version: 1n });

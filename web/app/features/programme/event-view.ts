import { timestampDate } from '@bufbuild/protobuf/wkt';
import { type Event, EventStatus, type Venue } from '@marquee/contracts/festival/v1/programme_pb';
import type { EventStatusName } from '@marquee/rules/programme';
import { _ } from '../../language/words.ts';
import type { PictureSource } from '../../ui/picture.tsx';
import { pictureOf } from '../../ui/picture-of.ts';
import { fewNames } from '../film/directors.ts';

export type VenueView = Pick<Venue, 'id' | 'name' | 'address' | 'city' | 'country' | 'timeZone' | 'capacity'>;

export type BlockFilmView = {
  id: string;
  /** '' of one that is not announced. */
  filmId: string;
  title: string;
  /** In one short line; '' if not known. */
  directors: string;
  poster: PictureSource | undefined;
  runningTimeS: number;
  isPublic: boolean;
};
export type BlockView = { id: string; name: string; films: BlockFilmView[] };
export type EventAwardView = { id: string; filmId: string; title: string; category: string; winner: boolean };

/** An event as plain data for a page; times are of ISO 8601. */
export type EventView = {
  id: string;
  festivalId: string;
  festivalName: string;
  festivalPath: string;
  name: string;
  description: string;
  status: EventStatusName;
  isVirtual: boolean;
  sellingTickets: boolean;
  startTime: string;
  endTime: string;
  timeZone: string;
  venue: VenueView | undefined;
  /** 0 without a limit. */
  capacity: number;
  preRollVideoUri: string;
  preRollDuration: number;
  version: string;
  blocks: BlockView[];
  awards: EventAwardView[];
  /** Of the first film that everybody finds. */
  poster: PictureSource | undefined;
};

export function venueView({ id, name, address, city, country, timeZone, capacity }: Venue): VenueView {
  return { id, name, address, city, country, timeZone, capacity };
}

export function eventView(event: Event): EventView {
  const { id, festivalId, festivalName, name, description, sellingTickets, timeZone, capacity } = event;
  const { preRollVideoUri, preRollDuration } = event;
  return {
    ...{ id, festivalId, festivalName, name, description, sellingTickets, timeZone, capacity },
    ...{ preRollVideoUri, preRollDuration, version: String(event.version) },
    festivalPath: `/festivals/${event.festivalUrl || festivalId}`,
    status: EventStatus[event.status] as EventStatusName,
    isVirtual: event.eventVirtual,
    poster: pictureOf(event.poster),
    startTime: event.startTime ? timestampDate(event.startTime).toISOString() : '',
    endTime: event.endTime ? timestampDate(event.endTime).toISOString() : '',
    venue: event.venue && venueView(event.venue),
    blocks: event.blocks.map((block) => ({
      ...{ id: block.id, name: block.name },
      films: block.films.map((film) => ({
        ...{ id: film.id, filmId: film.filmId, title: film.filmTitle, poster: pictureOf(film.poster) },
        ...{ runningTimeS: film.runningTime, isPublic: film.visible, directors: fewNames(film.directors) },
      })),
    })),
    awards: event.awardRecords.map((award) => ({
      ...{ id: award.id, filmId: award.filmId, title: award.filmTitle, category: award.category },
      winner: award.winner,
    })),
  };
}

/** A page of a list of events. */
export const eventsPage = ({ events, nextCursor }: { events: Event[]; nextCursor: string }) => ({
  items: events.map(eventView),
  nextCursor,
});

export const eventPath = ({ id }: Pick<EventView, 'id'>): string => `/events/${id}`;

/** Where an event is, in a line. */
export function placeText({ isVirtual, venue }: Pick<EventView, 'isVirtual' | 'venue'>): string {
  if (isVirtual || !venue) return _('Online');
  return [venue.name, venue.city].filter(Boolean).join(', ');
}

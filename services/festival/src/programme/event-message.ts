import type { MessageInitShape } from '@bufbuild/protobuf';
import { type Timestamp, timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  type AwardRecordSchema,
  type BlockFilmSchema,
  type EventSchema,
  EventStatus,
  type VenueSchema,
} from '@marquee/contracts/festival/v1/programme_pb';
import type { EventStatusName } from '@marquee/rules/programme';
import type { ShownAward } from './awards.ts';
import type { ShownFilm } from './blocks.ts';
import type { EventPage } from './event-page.ts';
import type { ShownEvent } from './events.ts';
import type { Venue } from './venues.ts';

export function venueMessage(row: Omit<Venue, 'createdAt' | 'version'>): MessageInitShape<typeof VenueSchema> {
  const { id, festivalId, name, address, city, country, timeZone, capacity } = row;
  return { id, festivalId, name, address, city, country, timeZone, capacity };
}

/** An event, with its venue unless it is virtual. */
export const eventMessage = (row: ShownEvent): MessageInitShape<typeof EventSchema> => fieldsOf(row);

function fieldsOf(row: ShownEvent) {
  const { id, festivalId, festivalName, name, description, eventVirtual, sellingTickets, timeZone, version } = row;
  const { preRollVideoUri, preRollDuration } = row;
  return {
    ...{ id, festivalId, festivalName, name, description, eventVirtual, sellingTickets, timeZone, version },
    ...{ preRollVideoUri, preRollDuration },
    festivalUrl: row.festivalUrl ?? '',
    status: EventStatus[row.status as EventStatusName],
    startTime: timestampFromDate(row.startTime),
    endTime: timestampFromDate(row.endTime),
    venue: venueOf(row),
    capacity: row.capacity ?? 0,
    poster: imageOf(row.poster),
  };
}

function venueOf(row: ShownEvent): MessageInitShape<typeof VenueSchema> | undefined {
  if (row.venueId === null) return undefined;
  const { venueId: id, festivalId, venueName, venueAddress, venueCity, venueCountry, venueTimeZone } = row;
  return venueMessage({
    ...{ id, festivalId, name: venueName ?? '', address: venueAddress ?? '', city: venueCity ?? '' },
    ...{ country: venueCountry ?? '', timeZone: venueTimeZone ?? '', capacity: row.venueCapacity ?? 0 },
  });
}

/** A film that not everybody finds is only named to who makes the programme. */
function blockFilmMessage(row: ShownFilm, isDesk: boolean): MessageInitShape<typeof BlockFilmSchema> {
  const { id, filmId, filmTitle, runningTime, visible, directors } = row;
  if (!visible && !isDesk) return { id, runningTime, visible };
  return { id, filmId, filmTitle, runningTime, visible, directors, poster: imageOf(row.poster) };
}

type Image = NonNullable<MessageInitShape<typeof BlockFilmSchema>['poster']>;
/** Film's own message, as festival keeps it. */
const imageOf = (kept: unknown) => (kept as Image | null) ?? undefined;

const awardMessage = (row: ShownAward): MessageInitShape<typeof AwardRecordSchema> => {
  const { id, filmId, filmTitle, category, winner } = row;
  return { id, filmId, filmTitle, category, winner };
};

/** An event with its blocks and awards. */
export function pageMessage(
  { event, blocks, awards }: EventPage,
  isDesk: boolean,
): MessageInitShape<typeof EventSchema> {
  return {
    ...fieldsOf(event),
    blocks: blocks.map(({ id, name, films }) => ({
      id,
      name,
      films: films.map((film) => blockFilmMessage(film, isDesk)),
    })),
    awardRecords: awards.filter(({ visible }) => visible || isDesk).map(awardMessage),
  };
}

/** What who makes the programme is answered. */
export const deskAnswer = (page: EventPage) => ({ event: pageMessage(page, true) });

export const eventsMessage = ({ rows, nextCursor }: { rows: ShownEvent[]; nextCursor: string }) => ({
  events: rows.map(eventMessage),
  nextCursor,
});

/** A request with its times as dates. */
export const timesDated = <R extends { startTime?: Timestamp | undefined; endTime?: Timestamp | undefined }>(
  request: R,
) => ({
  ...request,
  startTime: request.startTime && timestampDate(request.startTime),
  endTime: request.endTime && timestampDate(request.endTime),
});

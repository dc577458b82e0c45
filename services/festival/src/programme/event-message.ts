import type { MessageInitShape } from '@bufbuild/protobuf';
import { type Timestamp, timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import { type EventSchema, EventStatus, type VenueSchema } from '@marquee/contracts/festival/v1/programme_pb';
import type { EventStatusName } from '@marquee/rules/programme';
import type { ShownEvent } from './events.ts';
import type { Venue } from './venues.ts';

export function venueMessage(row: Omit<Venue, 'createdAt' | 'version'>): MessageInitShape<typeof VenueSchema> {
  const { id, festivalId, name, address, city, country, timeZone, capacity } = row;
  return { id, festivalId, name, address, city, country, timeZone, capacity };
}

/** An event, with its venue unless it is virtual. */
export function eventMessage(row: ShownEvent): MessageInitShape<typeof EventSchema> {
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

export const eventAnswer = (row: ShownEvent) => ({ event: eventMessage(row) });

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

import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { TicketOfferedSchema } from '@marquee/contracts/events/v1/festival_pb';
import { type DomainEvent, domainEvent } from '@marquee/events/outbox';

/** Once an offer. */
export const ticketOffered = (
  { id, accountId, offers }: { id: string; accountId: string; offers: number },
  { typeId, eventId, until }: { typeId: string; eventId: string; until: Date },
): DomainEvent =>
  domainEvent(
    TicketOfferedSchema,
    { waitId: id, accountId, ticketTypeId: typeId, eventId, offeredUntil: timestampFromDate(until) },
    { type: 'ticket-wait', id, version: BigInt(offers) },
  );

import type { MessageInitShape } from '@bufbuild/protobuf';
import { type Timestamp, timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  OfferState,
  type RefundOfferSchema,
  type TicketEventSchema,
  type TicketOfferSchema,
  type TicketTypeSalesSchema,
  type TicketTypeSchema,
  type UserTicketSchema,
} from '@marquee/contracts/festival/v1/tickets_pb';
import { SALES_CURRENCY } from '@marquee/rules/payments';
import type { TicketEvent } from './events.ts';
import type { RefundOffer } from './get-own-ticket.ts';
import type { OwnGroup, OwnTicket } from './list-own-tickets.ts';
import type { Offer } from './list-ticket-types.ts';
import type { SoldType, TypeSales } from './ticket-types.ts';

type Sale = { saleStart?: Timestamp | undefined; saleEnd?: Timestamp | undefined };

/** A request with plain times. */
export const timed = <R extends Sale>(request: R) => ({
  ...request,
  saleStart: request.saleStart && timestampDate(request.saleStart),
  saleEnd: request.saleEnd && timestampDate(request.saleEnd),
});

function typeMessage(type: SoldType): MessageInitShape<typeof TicketTypeSchema> {
  const { id, festivalId, eventIds, name, payWhatYouCan, price, limitPerCustomer, withdrawn, version } = type;
  const { saleStart, saleEnd, refundHours } = type;
  return {
    ...{ id, festivalId, eventIds, name, payWhatYouCan, price, limitPerCustomer, withdrawn, version },
    currency: SALES_CURRENCY,
    ...(saleStart && { saleStart: timestampFromDate(saleStart) }),
    ...(saleEnd && { saleEnd: timestampFromDate(saleEnd) }),
    ...(refundHours !== null && { refundHours }),
  };
}

export const typeSalesMessage = (sales: TypeSales): MessageInitShape<typeof TicketTypeSalesSchema> => ({
  type: typeMessage(sales),
  ...{ quantity: sales.quantity, sold: sales.sold, held: sales.held, waiting: sales.waiting, offered: sales.offered },
});

export const offerMessage = (offer: Offer): MessageInitShape<typeof TicketOfferSchema> => ({
  type: typeMessage(offer),
  state: OfferState[offer.state],
  left: offer.left,
});

export function eventMessage(event: TicketEvent): MessageInitShape<typeof TicketEventSchema> {
  const { id, festivalId, festivalName, name, eventVirtual, timeZone, venueName, venuePlace } = event;
  return {
    ...{ id, festivalId, festivalName, name, eventVirtual, timeZone, venueName, venuePlace },
    startTime: timestampFromDate(event.startTime),
    endTime: timestampFromDate(event.endTime),
    cancelled: event.status === 'CANCELLED',
  };
}

export function userTicketMessage({
  id,
  eventId,
  festivalId,
  ticketTypeName,
  event,
}: OwnTicket): MessageInitShape<typeof UserTicketSchema> {
  const { festivalName, filmId } = event;
  return { ...{ id, eventId, festivalId, festivalName, filmId, ticketTypeName }, event: eventMessage(event) };
}

export const groupMessage = ({ festivalId, tickets }: OwnGroup) => ({
  festivalId,
  festivalName: tickets[0]?.event.festivalName ?? '',
  tickets: tickets.map(userTicketMessage),
});

export const refundMessage = ({
  ticketAmount,
  until,
  ...offer
}: RefundOffer): MessageInitShape<typeof RefundOfferSchema> => ({
  ...offer,
  ...(ticketAmount !== undefined && { ticketAmount }),
  until: timestampFromDate(until),
});

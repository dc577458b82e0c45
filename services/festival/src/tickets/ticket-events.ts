import {
  TicketOrderChangedSchema,
  TicketsDeliveredSchema,
  UserTicketChangedSchema,
} from '@marquee/contracts/events/v1/festival_pb';
import { type DomainEvent, domainEvent } from '@marquee/events/outbox';
import type { Order, Refund } from '@marquee/payments/orders';
import { refundFacts } from '@marquee/payments/refund-facts';
import type { DeliveredTicket } from './user-tickets.ts';

export const ticketOrderChanged = (order: Order, refund: Refund): DomainEvent =>
  domainEvent(
    TicketOrderChangedSchema,
    {
      orderId: order.id,
      ticketTypeId: order.itemId,
      accountId: order.accountId ?? '',
      state: order.state,
      ...refundFacts(order, refund),
      partRefundId: refund.isPart && refund.partId ? refund.id : '',
    },
    { type: 'order', id: order.id, version: order.version },
  );

export const userTicketChanged = (ticket: DeliveredTicket, festivalId: string): DomainEvent =>
  domainEvent(
    UserTicketChangedSchema,
    {
      ...{ userTicketId: ticket.id, eventId: ticket.eventId, festivalId, accountId: ticket.holderId ?? '' },
      ...{ valid: ticket.valid, generation: ticket.generation },
    },
    { type: 'user-ticket', id: ticket.id, version: ticket.version },
  );

/** Once an order, whatever becomes of it. The version is that of the ticket order, which nothing else publishes. */
export const ticketsDelivered = ({
  id,
  accountId,
  version,
}: {
  id: string;
  accountId: string;
  version: bigint;
}): DomainEvent =>
  domainEvent(TicketsDeliveredSchema, { orderId: id, accountId }, { type: 'ticket-order', id, version: version + 1n });

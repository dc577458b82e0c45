import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { refundableUntil } from '../checkout/refund-rule.ts';
import * as ticketOrders from '../checkout/ticket-orders.ts';
import type { FestivalResources } from '../resources.ts';
import * as events from './events.ts';
import { type OwnTicket, withEvents } from './list-own-tickets.ts';
import { ticketNotFound } from './ticket-errors.ts';
import * as types from './ticket-types.ts';
import * as userTickets from './user-tickets.ts';

export type RefundOffer = { order: ticketOrders.TicketOrder; until: Date };

export const ownTicketSchema = z.object({ eventId: z.string(), userTicketId: z.string() });

/** A ticket of the viewer with the code that opens the door; nobody else's is found [TIC-02]. */
export async function getOwnTicket(
  { db, ticketCodes, clock }: FestivalResources,
  { accountId: holderId }: AccountViewer,
  { eventId, userTicketId: id }: z.output<typeof ownTicketSchema>,
): Promise<{ ticket: OwnTicket; code: string; refund: RefundOffer | undefined }> {
  const found = await userTickets.findHeld(db, { id, eventId, holderId });
  const [ticket] = found ? await withEvents(db, [found]) : [];
  if (!ticket) throw ticketNotFound();
  const { generation } = ticket;
  return {
    ticket,
    code: ticketCodes.codeOf({ userTicketId: ticket.id, eventId: ticket.eventId, generation }),
    refund: await refundOffer(db, ticket, clock.now()),
  };
}

/** The order that the holder of a ticket bought it with and may give back now. */
async function refundOffer(
  db: FestivalResources['db'],
  { orderId, holderId }: OwnTicket,
  now: Date,
): Promise<RefundOffer | undefined> {
  const order = await ticketOrders.find(db, orderId);
  if (order?.state !== 'DELIVERED' || order.accountId !== holderId) return undefined;
  const until = refundableUntil(await types.get(db, order.typeId), await events.ofType(db, order.typeId));
  if (!until || until < now) return undefined;
  const tickets = await userTickets.ofOrder(db, orderId);
  return tickets.every((ticket) => ticket.holderId === holderId) ? { order, until } : undefined;
}

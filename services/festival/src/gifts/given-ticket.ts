import type { Tx } from '@marquee/data/database';
import { ticketUsed } from '../checkout/checkout-errors.ts';
import * as ticketOrders from '../checkout/ticket-orders.ts';
import * as scans from '../doors/scans.ts';
import * as events from '../tickets/events.ts';
import { ticketNotFound } from '../tickets/ticket-errors.ts';
import * as userTickets from '../tickets/user-tickets.ts';
import { eventCancelled, eventOver } from './gift-errors.ts';

export type TicketName = { eventId: string; userTicketId: string };

/**
 * The ticket, locked behind its order: a refund, an acceptance and another gift of it wait.
 *
 * @throws DomainError NOT_FOUND, TICKET_NOT_FOUND
 */
export async function lockTicket(tx: Tx, { eventId, userTicketId: id }: TicketName): Promise<userTickets.UserTicket> {
  const found = await userTickets.find(tx, { id, eventId });
  if (!found) throw ticketNotFound();
  await ticketOrders.lock(tx, found.orderId);
  return userTickets.lock(tx, found.id);
}

/** The event of a ticket that can still be used. @throws DomainError NOT_FOUND for one whose money went back */
export async function requireUsable(tx: Tx, ticket: userTickets.UserTicket, now: Date): Promise<events.TicketEvent> {
  if (!ticket.valid) throw ticketNotFound();
  const event = await events.get(tx, ticket.eventId);
  if (event.status === 'CANCELLED') throw eventCancelled();
  if (event.endTime < now) throw eventOver();
  if (await scans.isAnyUsed(tx, [ticket.id])) throw ticketUsed();
  return event;
}

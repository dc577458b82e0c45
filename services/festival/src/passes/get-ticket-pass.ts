import { TICKET_MESSAGES } from '@marquee/rules/tickets';
import { DomainError } from '@marquee/runtime/errors';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import * as ticketOrders from '../checkout/ticket-orders.ts';
import * as gifts from '../gifts/ticket-gifts.ts';
import type { FestivalResources } from '../resources.ts';
import type { ownTicketSchema } from '../tickets/get-own-ticket.ts';
import { withEvents } from '../tickets/list-own-tickets.ts';
import { ticketNotFound } from '../tickets/ticket-errors.ts';
import * as userTickets from '../tickets/user-tickets.ts';
import { passOf } from './pass-facts.ts';

/**
 * A ticket for Apple Wallet, with the code of its page [TIC-07]. Who has given it to somebody, or back, gets a pass that
 * is void, which replaces the one in their wallet.
 */
export async function getTicketPass(
  { db, ticketCodes, passes }: FestivalResources,
  { accountId }: AccountViewer,
  { eventId, userTicketId: id }: z.output<typeof ownTicketSchema>,
): Promise<{ applePass: Uint8Array }> {
  const { apple } = passes;
  if (!apple?.isReady()) throw passesUnavailable();
  const found = await userTickets.find(db, { id, eventId });
  const [ticket] = found ? await withEvents(db, [found]) : [];
  if (!ticket) throw ticketNotFound();
  const facts = passOf(ticketCodes, ticket);
  if (ticket.valid && ticket.holderId === accountId) return { applePass: await apple.make(facts) };
  if (!(await hasHad(db, ticket, accountId))) throw ticketNotFound();
  return { applePass: await apple.make({ ...facts, code: '' }) };
}

/** Whether somebody bought a ticket, got it, or gave it. */
async function hasHad(
  db: FestivalResources['db'],
  { id, orderId }: userTickets.UserTicket,
  accountId: string,
): Promise<boolean> {
  const order = await ticketOrders.find(db, orderId);
  if (order?.accountId === accountId) return true;
  const hands = await gifts.ofTicket(db, id);
  return hands.some(({ giverId, recipientId }) => giverId === accountId || recipientId === accountId);
}

function passesUnavailable(): DomainError {
  return new DomainError({
    ...{ kind: 'FAILED_PRECONDITION', reason: 'PASSES_UNAVAILABLE', message: TICKET_MESSAGES.passesUnavailable },
  });
}

import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import * as ticketOrders from '../checkout/ticket-orders.ts';
import * as gifts from '../gifts/ticket-gifts.ts';
import type { FestivalResources } from '../resources.ts';
import type { ownTicketSchema } from '../tickets/get-own-ticket.ts';
import { withEvents } from '../tickets/list-own-tickets.ts';
import { ticketNotFound } from '../tickets/ticket-errors.ts';
import * as userTickets from '../tickets/user-tickets.ts';
import { passesUnavailable } from './pass-errors.ts';
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
  const isTheirs = ticket.valid && ticket.holderId === accountId;
  if (!isTheirs && !(await hasHad(db, ticket, accountId))) throw ticketNotFound();
  const [applePass] = await apple.make([isTheirs ? facts : { ...facts, code: '' }]);
  if (!applePass) throw passesUnavailable();
  return { applePass };
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

import * as orders from '@marquee/payments/orders';
import type { FestivalWrite } from '../resources.ts';
import * as userTickets from '../tickets/user-tickets.ts';
import { cannotGiveBack } from './checkout-errors.ts';
import * as ticketOrders from './ticket-orders.ts';

/** An order whose tickets are to be taken back: the one that is named and what goes with it, or all that it still has. */
export type ToReturn = {
  order: ticketOrders.TicketOrder;
  alone: userTickets.UserTicket | undefined;
  tickets: userTickets.UserTicket[];
};

/**
 * Locks a delivered order, so that nobody takes it back or gives a ticket of it to somebody else meanwhile. `userTicketId` names
 * one ticket of it, which may be one of several of a pass; '' is for all.
 *
 * @throws DomainError FAILED_PRECONDITION, NOT_REFUNDABLE
 */
export async function lockToReturn(
  { tx }: Pick<FestivalWrite, 'tx'>,
  orderId: string,
  userTicketId: string,
): Promise<ToReturn> {
  // In the order of the steps of a payment. Free tickets have no order of money.
  await orders.lock(tx, orderId);
  const order = await ticketOrders.lock(tx, orderId);
  if (order?.state !== 'DELIVERED') throw cannotGiveBack();
  const valid = (await userTickets.ofOrder(tx, orderId)).filter((ticket) => ticket.valid);
  if (userTicketId === '') return { order, alone: undefined, tickets: valid };
  const alone = valid.find(({ id }) => id === userTicketId);
  if (!alone) throw cannotGiveBack();
  return { order, alone, tickets: valid.filter(({ unitId }) => unitId === alone.unitId) };
}

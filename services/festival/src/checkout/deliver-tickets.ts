import * as promoCodes from '../promo-codes/promo-codes.ts';
import type { FestivalWrite } from '../resources.ts';
import type { EventOnSale } from '../tickets/events.ts';
import { isToBeAttended } from '../tickets/sale-state.ts';
import { ticketsDelivered, userTicketChanged } from '../tickets/ticket-events.ts';
import * as types from '../tickets/ticket-types.ts';
import * as units from '../tickets/ticket-units.ts';
import * as userTickets from '../tickets/user-tickets.ts';
import * as ticketOrders from './ticket-orders.ts';

/**
 * Makes tickets to the events of its type of a locked order that is paid, or free. Gives when the last of its events ends; undefined where it cannot
 * be had any more.
 */
export async function deliverTickets(
  write: FestivalWrite,
  order: ticketOrders.TicketOrder,
  found: readonly EventOnSale[],
): Promise<Date | undefined> {
  const { tx, clock, emit } = write;
  const { id: orderId, accountId, quantity } = order;
  if (accountId === null) return undefined;
  const now = clock.now();
  if (!isToBeAttended(found, now)) return undefined;
  if (order.state === 'RELEASED' && !(await takeAgain(write, order, accountId))) return undefined;
  const attended = found.filter(({ status }) => status !== 'CANCELLED');
  const eventIds = attended.map(({ id }) => id);
  const festivalId = attended[0]?.festivalId ?? '';
  const tickets = await userTickets.deliver(tx, { orderId, holderId: accountId, quantity, eventIds, now });
  for (const ticket of tickets) await emit(userTicketChanged(ticket, festivalId));
  await emit(ticketsDelivered({ ...order, accountId }));
  return new Date(Math.max(...attended.map(({ endTime }) => endTime.getTime())));
}

/**
 * Money came after the hold had ended: the same number is taken again, if it is there and the customer may have it. One that
 * waits for a single ticket has what is kept for them.
 */
async function takeAgain(
  { tx, clock }: FestivalWrite,
  { id, typeId, quantity, promoCodeId }: ticketOrders.TicketOrder,
  accountId: string,
): Promise<boolean> {
  await ticketOrders.takeTurn(tx, accountId, typeId);
  const { limitPerCustomer, awaited, bought, offerId } = await types.getForBuyer(tx, typeId, {
    ...{ accountId, now: clock.now() },
  });
  const waitId = quantity === 1 ? offerId : null;
  if ((awaited && waitId === null) || bought + quantity > limitPerCustomer) return false;
  const hasUnits = (await units.claim(tx, { id, typeId, quantity, waitId })) === quantity;
  if (hasUnits && (promoCodeId === null || (await promoCodes.claim(tx, promoCodeId, id)))) return true;
  await units.free(tx, id);
  return false;
}

import type { Goods } from '@marquee/payments/goods';
import * as promoCodes from '../promo-codes/promo-codes.ts';
import type { FestivalWrite } from '../resources.ts';
import * as events from '../tickets/events.ts';
import { ticketOrderChanged, userTicketChanged } from '../tickets/ticket-events.ts';
import * as units from '../tickets/ticket-units.ts';
import * as userTickets from '../tickets/user-tickets.ts';
import { deliverTickets } from './deliver-tickets.ts';
import { releaseOrder } from './release-order.ts';
import * as ticketOrders from './ticket-orders.ts';

/** The kind of an order of tickets. Its item is the ticket type. */
export const TICKETS = 'TICKETS';

/** Tickets as something that is sold [TIC-04]. What is held has the id of its order. */
export const ticketGoods: Goods<FestivalWrite> = {
  async deliver(write, { id }) {
    const order = await ticketOrders.lockToDeliver(write.tx, id);
    const isToCome = order?.state === 'HELD' || order?.state === 'RELEASED';
    return order && isToCome ? deliverTickets(write, order, order.events) : undefined;
  },
  // Who gets a part of the money back keeps the tickets.
  async takeBack(write, { id }, { isPart }) {
    if (!isPart) await takeBackTickets(write, id);
  },
  async restore(write, { id }, { isPart }) {
    if (isPart) return;
    const order = await ticketOrders.lock(write.tx, id);
    if (order?.state !== 'RETURNING') return;
    await ticketOrders.setState(write.tx, id, 'DELIVERED');
    await setValid(write, order, true);
  },
  async changed(write, order, refund) {
    const isUnpaid = order.state === 'CANCELLED' || order.state === 'EXPIRED';
    if (isUnpaid || refund) await releaseOrder(write, order.id);
    if (order.state === 'REFUNDED') await endReturn(write, order.id);
    await write.emit(ticketOrderChanged(order, refund));
  },
};

/**
 * The tickets of an order are valid no more. Their units stay taken until the money is back: the refund may fail. False
 * where they are not delivered, or on their way back already.
 */
export async function takeBackTickets(write: FestivalWrite, orderId: string): Promise<boolean> {
  const order = await ticketOrders.lock(write.tx, orderId);
  if (order?.state !== 'DELIVERED') return false;
  await ticketOrders.setState(write.tx, orderId, 'RETURNING');
  await setValid(write, order, false);
  return true;
}

/** The money is back, or there was none: what was taken back is for others again. */
export async function endReturn({ tx, soldOut }: FestivalWrite, orderId: string): Promise<void> {
  const order = await ticketOrders.lock(tx, orderId);
  if (order?.state !== 'RETURNING') return;
  await ticketOrders.setState(tx, orderId, 'RETURNED');
  await units.free(tx, orderId);
  if (order.promoCodeId) await promoCodes.free(tx, orderId);
  soldOut.forget(order.typeId);
}

async function setValid(
  { tx, emit }: FestivalWrite,
  { id, typeId }: ticketOrders.TicketOrder,
  valid: boolean,
): Promise<void> {
  const [event] = await events.ofType(tx, typeId);
  for (const ticket of await userTickets.setValid(tx, id, valid)) {
    await emit(userTicketChanged(ticket, event?.festivalId ?? ''));
  }
}

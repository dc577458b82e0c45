import type { Goods } from '@marquee/payments/goods';
import * as promoCodes from '../promo-codes/promo-codes.ts';
import type { FestivalWrite } from '../resources.ts';
import * as events from '../tickets/events.ts';
import { ticketOrderChanged, userTicketChanged } from '../tickets/ticket-events.ts';
import * as units from '../tickets/ticket-units.ts';
import * as userTickets from '../tickets/user-tickets.ts';
import { deliverTickets } from './deliver-tickets.ts';
import { noteFailedRefund } from './note-failed-refund.ts';
import { releaseOrder } from './release-order.ts';
import * as ticketOrders from './ticket-orders.ts';

/** The kind of an order of tickets. Its item is the ticket type. */
export const TICKETS = 'TICKETS';

/** Tickets as something that is sold [TIC-04]. What is held has the id of its order. */
export const ticketGoods: Goods<FestivalWrite, ticketOrders.OrderToDeliver | undefined> = {
  prepare: ({ tx }, { id }) => ticketOrders.lockToDeliver(tx, id),
  async deliver(write, { id }, prepared) {
    const order = await (prepared ?? ticketOrders.lockToDeliver(write.tx, id));
    const isToCome = order?.state === 'HELD' || order?.state === 'RELEASED';
    return order && isToCome ? deliverTickets(write, order, order.events) : undefined;
  },
  // A part that names a unit ends its tickets alone. Who gets any other part of the money back keeps the tickets.
  async takeBack(write, { id }, { isPart, partId }) {
    if (!isPart || partId) await takeBackTickets(write, id, partId);
  },
  async restore(write, { id }, { isPart, partId }) {
    const order = await ticketOrders.lock(write.tx, id);
    if (isPart) {
      if (partId && order?.state === 'DELIVERED') await setValid(write, order, true, partId);
      return;
    }
    if (order?.state !== 'RETURNING') return;
    await ticketOrders.setState(write.tx, id, 'DELIVERED');
    await setValid(write, order, true);
  },
  async changed(write, order, refund) {
    const isUnpaid = order.state === 'CANCELLED' || order.state === 'EXPIRED';
    if (isUnpaid || refund) await releaseOrder(write, order.id);
    if (order.state === 'REFUNDED') await endReturn(write, order.id);
    else if (refund?.state === 'SUCCEEDED' && refund.partId) await endReturn(write, order.id, refund.partId);
    if (refund?.state === 'FAILED') await noteFailedRefund(write, order, refund);
    // That it was delivered is said with its tickets; nobody asks how an order ended that was not paid.
    if (refund) await write.emit(ticketOrderChanged(order, refund));
  },
};

/**
 * The tickets of an order, or of one of its units, are valid no more. The units stay taken until the money is back: the refund
 * may fail. False where they are not delivered, or on their way back already.
 */
export async function takeBackTickets(
  write: FestivalWrite,
  orderId: string,
  unitId: string | null = null,
): Promise<boolean> {
  const order = await ticketOrders.lock(write.tx, orderId);
  if (order?.state !== 'DELIVERED') return false;
  if (unitId === null) await ticketOrders.setState(write.tx, orderId, 'RETURNING');
  return (await setValid(write, order, false, unitId)) > 0;
}

/** The money is back, or there was none: what was taken back is for others again. A unit of it leaves the others as they are. */
export async function endReturn(
  { tx, soldOut }: FestivalWrite,
  orderId: string,
  unitId: string | null = null,
): Promise<void> {
  const order = await ticketOrders.lock(tx, orderId);
  if (order?.state !== (unitId === null ? 'RETURNING' : 'DELIVERED')) return;
  if (unitId === null) await ticketOrders.setState(tx, orderId, 'RETURNED');
  else await ticketOrders.returnOne(tx, orderId);
  await units.free(tx, orderId, unitId);
  if (order.promoCodeId && unitId === null) await promoCodes.free(tx, orderId);
  soldOut.forget(order.typeId);
}

async function setValid(
  { tx, emit }: FestivalWrite,
  { id, typeId }: ticketOrders.TicketOrder,
  valid: boolean,
  unitId: string | null = null,
): Promise<number> {
  const [event] = await events.ofType(tx, typeId);
  const changed = await userTickets.setValid(tx, id, valid, unitId);
  for (const ticket of changed) {
    await emit(userTicketChanged(ticket, event?.festivalId ?? ''));
  }
  return changed.length;
}

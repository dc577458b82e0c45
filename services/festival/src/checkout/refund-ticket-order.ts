import { orderNotFound } from '@marquee/payments/order-errors';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import { requireOpenBooks } from '../books/require-open-books.ts';
import * as scans from '../doors/scans.ts';
import type { FestivalWrite } from '../resources.ts';
import * as events from '../tickets/events.ts';
import * as types from '../tickets/ticket-types.ts';
import * as userTickets from '../tickets/user-tickets.ts';
import { cannotGiveBack, refundOver, ticketUsed } from './checkout-errors.ts';
import type { ticketOrderIdSchema } from './get-ticket-order.ts';
import { refundableUntil } from './refund-rule.ts';
import { returnTickets } from './return-tickets.ts';
import * as ticketOrders from './ticket-orders.ts';

/**
 * Gives the viewer's tickets of an order back, while their rule allows it and the viewer still has all of them [TIC-05].
 * The provider is asked afterwards.
 */
export async function refundTicketOrder(
  write: FestivalWrite,
  { accountId }: AccountViewer,
  { orderId }: z.output<typeof ticketOrderIdSchema>,
): Promise<{ orderId: string }> {
  const { tx, clock } = write;
  const order = await ticketOrders.find(tx, orderId);
  if (order?.accountId !== accountId) throw orderNotFound();
  const until = refundableUntil(await types.get(tx, order.typeId), await events.ofType(tx, order.typeId));
  if (!until || order.state !== 'DELIVERED') throw cannotGiveBack();
  if (until < clock.now()) throw refundOver();
  await requireOpenBooks(tx, order.typeId);
  await returnTickets(write, order, { kind: 'BUYER', reason: '', askedBy: accountId });
  // After the order is locked: nobody gives one of them to somebody else meanwhile.
  const tickets = await userTickets.ofOrder(tx, orderId);
  if (tickets.some(({ holderId }) => holderId !== accountId)) throw cannotGiveBack();
  const ids = tickets.map(({ id }) => id);
  if (await scans.isAnyUsed(tx, ids)) throw ticketUsed();
  return { orderId };
}

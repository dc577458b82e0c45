import { orderNotFound } from '@marquee/payments/order-errors';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { requireOpenBooks } from '../books/require-open-books.ts';
import * as scans from '../doors/scans.ts';
import type { FestivalWrite } from '../resources.ts';
import * as events from '../tickets/events.ts';
import * as types from '../tickets/ticket-types.ts';
import { cannotGiveBack, refundOver, ticketUsed } from './checkout-errors.ts';
import { ticketOrderIdSchema } from './get-ticket-order.ts';
import { lockToReturn } from './lock-to-return.ts';
import { refundableUntil } from './refund-rule.ts';
import { returnTickets } from './return-tickets.ts';
import * as ticketOrders from './ticket-orders.ts';

export const refundTicketOrderSchema = ticketOrderIdSchema.extend({ userTicketId: z.string() });

/**
 * Gives the viewer's tickets of an order back, or one of them, while their rule allows it and the viewer still has what is
 * given back [TIC-05]. The provider is asked afterwards.
 */
export async function refundTicketOrder(
  write: FestivalWrite,
  { accountId }: AccountViewer,
  { orderId, userTicketId }: z.output<typeof refundTicketOrderSchema>,
): Promise<{ orderId: string }> {
  const { tx, clock } = write;
  const found = await ticketOrders.find(tx, orderId);
  if (found?.accountId !== accountId) throw orderNotFound();
  const { order, alone, tickets } = await lockToReturn(write, orderId, userTicketId);
  const until = refundableUntil(await types.get(tx, order.typeId), await events.ofType(tx, order.typeId));
  if (!until) throw cannotGiveBack();
  if (until < clock.now()) throw refundOver();
  await requireOpenBooks(tx, order.typeId);
  if (tickets.some(({ holderId }) => holderId !== accountId)) throw cannotGiveBack();
  const ids = tickets.map(({ id }) => id);
  if (await scans.isAnyUsed(tx, ids)) throw ticketUsed();
  await returnTickets(write, order, { kind: 'BUYER', reason: '', askedBy: accountId }, alone);
  return { orderId };
}

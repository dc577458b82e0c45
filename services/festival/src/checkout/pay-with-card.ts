import { isId } from '@marquee/data/ids';
import { orderEnded, savedCardNotFound } from '@marquee/payments/order-errors';
import type { Order } from '@marquee/payments/orders';
import * as orders from '@marquee/payments/orders';
import { payWithSaved, saveCardOf } from '@marquee/payments/saved-cards';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FestivalResources } from '../resources.ts';
import { ticketOrderIdSchema } from './get-ticket-order.ts';
import { type OwnTicketOrder, requireOwnOrder, requireSales, withAll } from './own-ticket-order.ts';

export const payTicketOrderWithCardSchema = ticketOrderIdSchema.extend({
  attemptId: z.string().refine(isId),
  methodId: z.string().min(1).max(200),
});
export const saveCardOfTicketOrderSchema = ticketOrderIdSchema.extend({ save: z.boolean() });

/** Where a bank's own page comes back to. */
const RETURN_PATH = '/settings/tickets';

/**
 * Pays the viewer's order with a card that they have saved [SET-11]. Identity says which customer it is charged by, and only for a
 * card of who asks: nobody pays with somebody else's.
 *
 * @throws DomainError NOT_FOUND, PAYMENT_METHOD_NOT_FOUND
 */
export async function payTicketOrderWithCard(
  resources: FestivalResources,
  viewer: AccountViewer,
  { orderId, attemptId: id, methodId }: z.output<typeof payTicketOrderWithCardSchema>,
): Promise<OwnTicketOrder> {
  const found = await requirePriced(resources, viewer, orderId);
  const { accountId } = viewer;
  const { order, payment } = await payWithSaved(requireSales(resources).desk, found, {
    ...{ id, methodId, description: await nameOf(resources, orderId), isOffSession: false, returnPath: RETURN_PATH },
    async customerId() {
      const { customerId } = await resources.customers.getSavedCard({ accountId, methodId });
      if (customerId === '') throw savedCardNotFound();
      return customerId;
    },
  });
  return withAll(resources.db, orderId, payment, { order });
}

/** Whether the card that pays the viewer's order is saved for their later payments [SET-11]. */
export async function saveCardOfTicketOrder(
  resources: FestivalResources,
  viewer: AccountViewer,
  { orderId, save }: z.output<typeof saveCardOfTicketOrderSchema>,
): Promise<OwnTicketOrder> {
  await requirePriced(resources, viewer, orderId);
  const { accountId } = viewer;
  const customerId = save ? (await resources.customers.getPaymentCustomer({ accountId })).customerId : undefined;
  const asked = { description: await nameOf(resources, orderId), customerId };
  const { order, payment } = await saveCardOf(requireSales(resources).desk, orderId, asked);
  return withAll(resources.db, orderId, payment, { order });
}

/** The viewer's order, which costs something; it is ended where its hold is over, unless its payment is on its way. */
async function requirePriced(resources: FestivalResources, viewer: AccountViewer, orderId: string): Promise<Order> {
  await requireOwnOrder(resources.db, viewer, orderId);
  const order = await orders.find(resources.db, orderId);
  if (!order) throw orderEnded();
  await requireSales(resources).desk.requirePayable(order);
  return order;
}

const nameOf = async ({ db }: FestivalResources, orderId: string) =>
  (await withAll(db, orderId, undefined)).ticketTypeName;

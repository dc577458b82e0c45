import { isId } from '@marquee/data/ids';
import { savedCardNotFound } from '@marquee/payments/order-errors';
import { payWithSaved, saveCardOf } from '@marquee/payments/saved-cards';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { placedSchema } from '../films/request-schemas.ts';
import type { FilmResources } from '../resources.ts';
import { orderIdSchema } from './get-order.ts';
import { type OwnOrder, requireOwnOrder, requireSales, withTitle, withTitles } from './own-order.ts';
import { requirePayable } from './require-offered.ts';

export const payOrderWithCardSchema = orderIdSchema.extend({
  ...placedSchema.shape,
  attemptId: z.string().refine(isId),
  methodId: z.string().min(1).max(200),
});
export const saveCardOfOrderSchema = orderIdSchema.extend({ save: z.boolean() });

/**
 * Pays the viewer's order with a card that they have saved [SET-11]. Identity says which customer it is charged by, and only for a
 * card of who asks: nobody pays with somebody else's.
 *
 * @throws DomainError NOT_FOUND, PAYMENT_METHOD_NOT_FOUND
 */
export async function payOrderWithCard(
  resources: FilmResources,
  viewer: AccountViewer,
  { orderId, attemptId: id, methodId, place }: z.output<typeof payOrderWithCardSchema>,
): Promise<OwnOrder> {
  const { filmTitle: description, order: found } = await ownTitled(resources, viewer, orderId);
  const { desk } = requireSales(resources);
  await requirePayable(resources, viewer, found, place);
  const { accountId } = viewer;
  const { order, payment } = await payWithSaved(desk, found, {
    ...{ id, methodId, description, isOffSession: false, returnPath: `/feed/${found.itemId}` },
    async customerId() {
      const { customerId } = await resources.customers.getSavedCard({ accountId, methodId });
      if (customerId === '') throw savedCardNotFound();
      return customerId;
    },
  });
  return withTitle(resources.db, order, payment);
}

/** Whether the card that pays the viewer's order is saved for their later payments [SET-11]. */
export async function saveCardOfOrder(
  resources: FilmResources,
  viewer: AccountViewer,
  { orderId, save }: z.output<typeof saveCardOfOrderSchema>,
): Promise<OwnOrder> {
  const { filmTitle: description } = await ownTitled(resources, viewer, orderId);
  const { accountId } = viewer;
  const customerId = save ? (await resources.customers.getPaymentCustomer({ accountId })).customerId : undefined;
  const { order, payment } = await saveCardOf(requireSales(resources).desk, orderId, { description, customerId });
  return withTitle(resources.db, order, payment);
}

async function ownTitled({ db }: FilmResources, viewer: AccountViewer, orderId: string): Promise<OwnOrder> {
  const [own] = await withTitles(db, [await requireOwnOrder(db, viewer, orderId)]);
  return own as OwnOrder;
}

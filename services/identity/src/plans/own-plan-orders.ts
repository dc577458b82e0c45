import { isId } from '@marquee/data/ids';
import { keyset } from '@marquee/data/paging';
import { orderEnded, orderNotFound } from '@marquee/payments/order-errors';
import type { Order } from '@marquee/payments/orders';
import * as orders from '@marquee/payments/orders';
import { isOpen } from '@marquee/payments/settle-order';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { userNotFound } from '../back-office/back-office-errors.ts';
import type { IdentityResources } from '../resources.ts';
import { payWithDefault } from './pay-with-default.ts';
import { planPriceChanged, plansUnavailable } from './plan-errors.ts';
import * as planOrders from './plan-orders.ts';
import { orderView, orderViews, type PlanOrderView } from './plan-view.ts';
import { priceOf } from './prices.ts';
import { requireSales } from './sales.ts';
import { requireCard } from './start-plan.ts';

export const orderIdSchema = z.object({ orderId: z.string() });
export const payPlanOrderSchema = orderIdSchema.extend({ attemptId: z.string().refine(isId) });
export const answerTestPlanChallengeSchema = orderIdSchema.extend({ approved: z.boolean() });
export const listPlanOrdersSchema = z.object({ pageSize: z.number(), cursor: z.string() });
export const listUserPlanOrdersSchema = listPlanOrdersSchema.extend({ accountId: z.string() });
type OrderPage = { rows: PlanOrderView[]; nextCursor: string };

/** @throws DomainError NOT_FOUND, ORDER_NOT_FOUND for somebody else's as for one that does not exist */
async function requireOwn({ db }: IdentityResources, { accountId }: AccountViewer, orderId: string): Promise<Order> {
  const order = isId(orderId) ? await orders.find(db, orderId) : undefined;
  if (order?.accountId !== accountId) throw orderNotFound();
  return order;
}

/** An order is not paid after its hold, nor for a price that a plan has no more. A renewal keeps the price that it began with. */
async function requirePayable(resources: IdentityResources, order: Order): Promise<void> {
  await requireSales(resources).desk.requirePayable(order, async () => {
    const sold = await planOrders.find(resources.db, order.id);
    if (!sold || sold.purpose === 'RENEWAL') return;
    const price = priceOf(resources, sold);
    if (price !== sold.price) throw planPriceChanged(price);
  });
}

/** The viewer's order as its payment stands at the provider: sooner than the provider's own event. */
export async function getPlanOrder(
  resources: IdentityResources,
  viewer: AccountViewer,
  { orderId }: z.output<typeof orderIdSchema>,
): Promise<PlanOrderView> {
  await requireOwn(resources, viewer, orderId);
  const { order, payment } = await requireSales(resources).desk.refresh(orderId);
  return orderView(resources.db, order, payment);
}

/** Tries to pay an open order with the default card, while the viewer is there to answer their bank [SET-10:pay]. */
export async function payPlanOrder(
  resources: IdentityResources,
  viewer: AccountViewer,
  { orderId, attemptId }: z.output<typeof payPlanOrderSchema>,
): Promise<PlanOrderView> {
  const sales = requireSales(resources);
  const found = await requireOwn(resources, viewer, orderId);
  if (!isOpen(found)) return getPlanOrder(resources, viewer, { orderId });
  await requirePayable(resources, found);
  await requireCard(resources, viewer);
  const attempt = { accountId: viewer.accountId, orderId, attemptId, isOffSession: false };
  const { order, payment } = await payWithDefault(resources, sales, attempt);
  return orderView(resources.db, order, payment);
}

/** What the browser does at another provider by itself; afterwards the order is asked for, as by `getPlanOrder`. */
export async function answerTestPlanChallenge(
  resources: IdentityResources,
  viewer: AccountViewer,
  { orderId, approved }: z.output<typeof answerTestPlanChallengeSchema>,
): Promise<PlanOrderView> {
  const { test } = requireSales(resources);
  if (!test) throw plansUnavailable();
  const found = await requireOwn(resources, viewer, orderId);
  const { paymentId } = found;
  if (paymentId === null) throw orderEnded();
  await requirePayable(resources, found);
  await test.answerChallenge(paymentId, approved);
  return getPlanOrder(resources, viewer, { orderId });
}

/** What the viewer has paid for plans, the newest first [SET-11:receipts]. */
export function listPlanOrders(
  resources: IdentityResources,
  { accountId }: AccountViewer,
  input: z.output<typeof listPlanOrdersSchema>,
): Promise<OrderPage> {
  return pageOf(resources, { ...input, accountId });
}

/** The same of any user, for staff. */
export async function listUserPlanOrders(
  resources: IdentityResources,
  _staff: AccountViewer,
  input: z.output<typeof listUserPlanOrdersSchema>,
): Promise<OrderPage> {
  if (!isId(input.accountId)) throw userNotFound();
  return pageOf(resources, input);
}

async function pageOf(
  { db, config }: IdentityResources,
  { accountId, pageSize: size, cursor }: z.output<typeof listUserPlanOrdersSchema>,
): Promise<OrderPage> {
  const list = { key: config.CURSOR_KEY, scope: `plan orders ${accountId}`, size, cursor };
  const { after, limit, page } = keyset<[string, string]>(list);
  const place = after && { createdAt: new Date(after[0]), id: after[1] };
  const paid = await orders.listPaid(db, { accountId, after: place, limit });
  const { rows, nextCursor } = page(paid, ({ createdAt, id }) => [createdAt.toISOString(), id]);
  return { rows: await orderViews(db, rows), nextCursor };
}

import { isId } from '@marquee/data/ids';
import { orderNotFound } from '@marquee/payments/order-errors';
import * as orders from '@marquee/payments/orders';
import { ORDER_HOLD_MINUTES, PAYMENT_MESSAGES } from '@marquee/rules/payments';
import { BILLING_INTERVALS, PAID_PLANS, PLAN_MESSAGES } from '@marquee/rules/plans';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { transact } from '@marquee/service/use-case';
import { z } from 'zod';
import { accountNotFound } from '../account/account-errors.ts';
import { listPaymentMethods } from '../payment-methods/own-methods.ts';
import type { IdentityResources, IdentityWrite } from '../resources.ts';
import { areSold, getPlans } from './get-plans.ts';
import { endOtherOrder, openPlanOrder } from './open-plan-order.ts';
import { payWithDefault } from './pay-with-default.ts';
import { alreadySubscribed, cardNeeded, planPriceChanged, plansUnavailable } from './plan-errors.ts';
import { addDays, change, lockSubscription } from './plan-steps.ts';
import { orderView, type PlanOrderView, type SubscriptionView } from './plan-view.ts';
import { priceOf, trialDays } from './prices.ts';
import { requireSales, type Sales } from './sales.ts';
import { isRunning, type Subscription } from './subscriptions.ts';

export const choiceSchema = z.object({
  plan: z.enum(PAID_PLANS, PLAN_MESSAGES.unknownPlan),
  interval: z.enum(BILLING_INTERVALS, PLAN_MESSAGES.unknownPlan),
});
export const orderSchema = z.object({ orderId: z.string().refine(isId, PAYMENT_MESSAGES.orderNotFound) });
const PRICE_MAX = 10_000_000n;
export const priceSchema = z.bigint().min(0n, PLAN_MESSAGES.priceChanged).max(PRICE_MAX, PLAN_MESSAGES.priceChanged);
export const startPlanSchema = choiceSchema.extend({ ...orderSchema.shape, price: priceSchema });
type StartPlan = z.output<typeof startPlanSchema>;

export type Subscribed = { view: SubscriptionView; order: PlanOrderView | undefined };

/** Begins a plan: with a trial once an account, otherwise with its first payment [SET-10]. */
export async function startPlan(
  resources: IdentityResources,
  viewer: AccountViewer,
  input: StartPlan,
): Promise<Subscribed> {
  const sales = requireSales(resources);
  if (!areSold(resources)) throw plansUnavailable();
  await requireCard(resources, viewer);
  const { plan, interval, price } = input;
  // So that the viewer pays what they were shown.
  await endOtherOrder(resources, sales, viewer.accountId, { purpose: 'START', plan, interval, amount: price });
  const orderId = await transact(resources, (write) => begin(write, sales, viewer, input));
  return subscribed(resources, sales, viewer, orderId);
}

/** Pays the order that was opened, if there is one, and gives how everything stands. */
export async function subscribed(
  resources: IdentityResources,
  sales: Sales,
  viewer: AccountViewer,
  orderId: string | undefined,
): Promise<Subscribed> {
  const { accountId } = viewer;
  const order = orderId && (await payNewOrder(resources, sales, { accountId, orderId }));
  const { view } = await getPlans(resources, viewer);
  return { view, order: order || undefined };
}

/** A new order is tried once by itself: repeated, the attempt is the same. */
async function payNewOrder(
  resources: IdentityResources,
  sales: Sales,
  { accountId, orderId }: { accountId: string; orderId: string },
): Promise<PlanOrderView> {
  const attempt = { accountId, orderId, attemptId: orderId, isOffSession: false };
  const { order, payment } = await payWithDefault(resources, sales, attempt);
  return orderView(resources.db, order, payment);
}

/** @throws DomainError FAILED_PRECONDITION, CARD_NEEDED */
export async function requireCard(resources: IdentityResources, viewer: AccountViewer): Promise<void> {
  // One may have been saved while something else was bought, and the default may be gone.
  if ((await listPaymentMethods(resources, viewer)).length === 0) throw cardNeeded();
}

/** Gives the order to pay; undefined for a trial. */
async function begin(
  write: IdentityWrite,
  { desk }: Sales,
  { accountId }: AccountViewer,
  { orderId: id, plan, interval, price }: StartPlan,
): Promise<string | undefined> {
  const { tx, clock } = write;
  const found = await lockSubscription(write, accountId);
  if (!found) throw accountNotFound();
  const { subscription } = found;
  // A repeated request is answered with what it began.
  const known = await orders.find(tx, id);
  if (known && known.accountId !== accountId) throw orderNotFound();
  if (known) return id;
  if (isRunning(subscription) && subscription.orderId === id) return undefined;
  if (isRunning(subscription) && !subscription.isGranted) throw alreadySubscribed();
  const choice = { plan, interval };
  const current = priceOf(write, choice);
  if (current !== price) throw planPriceChanged(current);
  if (!subscription.trialUsedAt && trialDays(write) > 0) {
    await beginTrial(write, subscription, { choice, price, orderId: id });
    return undefined;
  }
  const heldUntil = new Date(clock.now().getTime() + ORDER_HOLD_MINUTES * 60_000);
  const sale = { id, accountId, itemId: subscription.id, amount: price, heldUntil };
  const asked = { purpose: 'START' as const, ...choice, amount: price, price, afterPeriod: null, creditOrderId: null };
  return (await openPlanOrder(write, desk, sale, asked)).id;
}

async function beginTrial(
  write: IdentityWrite,
  subscription: Subscription,
  { choice, price, orderId }: { choice: Pick<StartPlan, 'plan' | 'interval'>; price: bigint; orderId: string },
): Promise<void> {
  const now = write.clock.now();
  const to = {
    ...choice,
    state: 'TRIALING' as const,
    ...{ price, orderId, trialUsedAt: now, anchorAt: now, periods: 0 },
    ...{ periodStart: now, periodEnd: addDays(now, trialDays(write)), isGranted: false },
    ...{ endsAtPeriodEnd: false, nextPlan: null, nextInterval: null, pastDueAt: null, attempts: 0, remindedOf: null },
  };
  await change(write, subscription, to, 'STARTED');
}

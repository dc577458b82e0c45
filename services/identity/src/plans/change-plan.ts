import { orderNotFound } from '@marquee/payments/order-errors';
import * as orders from '@marquee/payments/orders';
import { ORDER_HOLD_MINUTES } from '@marquee/rules/payments';
import { isUpgrade, PLAN_LIMITS, type PlanChoice, unusedPart } from '@marquee/rules/plans';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { transact } from '@marquee/service/use-case';
import type { z } from 'zod';
import type { IdentityResources, IdentityWrite } from '../resources.ts';
import { endOtherOrder, openPlanOrder } from './open-plan-order.ts';
import { notSubscribed, planPastDue, planPriceChanged, samePlan } from './plan-errors.ts';
import * as planOrders from './plan-orders.ts';
import { change, firstPeriod, lockSubscription } from './plan-steps.ts';
import { priceOf } from './prices.ts';
import { requireSales, type Sales } from './sales.ts';
import { choiceSchema, orderSchema, priceSchema, requireCard, type Subscribed, subscribed } from './start-plan.ts';
import * as subscriptions from './subscriptions.ts';
import { isRunning, type Running, type Subscription } from './subscriptions.ts';

/** What a change would be. */
export type Quote = { atOnce: boolean; amount: bigint; credit: bigint; price: bigint; startsAt: Date };

export const changePlanSchema = choiceSchema.extend({ ...orderSchema.shape, amount: priceSchema });
type ChangePlan = z.output<typeof changePlanSchema>;

/** What a change to another plan would cost, and when it would be [SET-10]. */
export async function quotePlanChange(
  resources: IdentityResources,
  { accountId }: AccountViewer,
  choice: z.output<typeof choiceSchema>,
): Promise<Quote> {
  const subscription = requireChangeable(await subscriptions.find(resources.db, accountId));
  return quoteOf(resources.db, resources, subscription, choice);
}

/** To more at once, for the difference; to less at the end of the period [SET-10]. */
export async function changePlan(
  resources: IdentityResources,
  viewer: AccountViewer,
  input: ChangePlan,
): Promise<Subscribed> {
  const sales = requireSales(resources);
  await requireCard(resources, viewer);
  const { plan, interval, amount } = input;
  // So that the viewer pays what they were shown.
  await endOtherOrder(resources, sales, viewer.accountId, { purpose: 'UPGRADE', plan, interval, amount });
  const orderId = await transact(resources, (write) => changeOrOrder(write, sales, viewer, input));
  return subscribed(resources, sales, viewer, orderId);
}

/** @throws DomainError FAILED_PRECONDITION, NOT_SUBSCRIBED or PLAN_PAST_DUE */
function requireChangeable(subscription: Subscription | undefined): Running {
  if (!isRunning(subscription) || subscription.isGranted) throw notSubscribed();
  if (subscription.state === 'PAST_DUE') throw planPastDue();
  return subscription;
}

async function quoteOf(
  db: Parameters<typeof planOrders.find>[0],
  resources: Pick<IdentityResources, 'settings' | 'clock'>,
  from: Running,
  to: PlanChoice,
): Promise<Quote> {
  const price = priceOf(resources, to);
  const now = resources.clock.now();
  if (from.state === 'TRIALING') return { atOnce: true, amount: 0n, credit: 0n, price, startsAt: from.periodEnd };
  if (!isUpgrade(from, to)) return { atOnce: false, amount: 0n, credit: 0n, price, startsAt: from.periodEnd };
  const unused = unusedPart({ price: from.price, start: from.periodStart, end: from.periodEnd }, now);
  const returned = from.orderId === null ? 0n : await planOrders.returnedOf(db, from.orderId, from.periodStart);
  const credit = unused > returned ? unused - returned : 0n;
  const rest = price - credit;
  const amount = rest < PLAN_LIMITS.chargeMin ? 0n : rest;
  return { atOnce: true, amount, credit, price, startsAt: now };
}

/** Gives the order to pay; undefined where nothing is paid at once. */
async function changeOrOrder(
  write: IdentityWrite,
  { desk }: Sales,
  { accountId }: AccountViewer,
  { orderId: id, plan, interval, amount: agreed }: ChangePlan,
): Promise<string | undefined> {
  const { tx, clock } = write;
  const found = await lockSubscription(write, accountId);
  const known = await orders.find(tx, id);
  if (known && known.accountId !== accountId) throw orderNotFound();
  if (known) return id;
  const from = requireChangeable(found?.subscription);
  const to = { plan, interval };
  const isSame = from.plan === plan && from.interval === interval;
  // A repeated change for which nothing was to be paid: it has no order.
  if (isSame && from.orderId === id) return undefined;
  const quote = await quoteOf(tx, write, from, to);
  if (!quote.atOnce || from.state === 'TRIALING') {
    if (isDone(from, to)) return undefined;
    // The same plan again takes a change back that waits for the end of the period.
    if (isSame && from.nextPlan === null && from.state !== 'TRIALING') throw samePlan();
    await change(
      write,
      from,
      from.state === 'TRIALING' ? { ...to, price: quote.price } : nextOf(isSame, to),
      'SWITCHED',
    );
    return undefined;
  }
  if (quote.amount > agreed) throw planPriceChanged(quote.amount);
  const bought = {
    ...{ purpose: 'UPGRADE' as const, ...to, price: quote.price },
    ...{ afterPeriod: from.periodEnd, creditOrderId: from.orderId },
  };
  if (quote.amount === 0n) {
    const period = firstPeriod({ choice: to, price: quote.price, orderId: id }, clock.now());
    await planOrders.insert(tx, { orderId: id, ...bought });
    await planOrders.setPeriod(tx, id, period);
    await change(write, from, period, 'SWITCHED');
    return undefined;
  }
  const heldUntil = new Date(clock.now().getTime() + ORDER_HOLD_MINUTES * 60_000);
  const sale = { id, accountId, itemId: from.id, amount: quote.amount, heldUntil };
  return (await openPlanOrder(write, desk, sale, { ...bought, amount: agreed })).id;
}

/** A repeated request finds what it asked for. */
function isDone(from: Running, { plan, interval }: PlanChoice): boolean {
  if (from.state === 'TRIALING') return from.plan === plan && from.interval === interval;
  return from.nextPlan === plan && from.nextInterval === interval;
}

const nextOf = (isSame: boolean, { plan, interval }: PlanChoice) =>
  isSame
    ? { nextPlan: null, nextInterval: null }
    : { nextPlan: plan, nextInterval: interval, endsAtPeriodEnd: false, remindedOf: null };

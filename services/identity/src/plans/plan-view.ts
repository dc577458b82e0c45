import type { Query } from '@marquee/data/database';
import type { Order, Owed, Refund } from '@marquee/payments/orders';
import * as orders from '@marquee/payments/orders';
import type { Payment } from '@marquee/payments/payment-provider';
import { RENEWAL_GRACE_DAYS } from '@marquee/rules/plans';
import type { IdentityResources } from '../resources.ts';
import { renewalIdOf } from './open-plan-order.ts';
import * as planOrders from './plan-orders.ts';
import { addDays, nextChoice } from './plan-steps.ts';
import { priceOf, trialDays } from './prices.ts';
import { isRunning, type Subscription } from './subscriptions.ts';

type Queryable = { query: Query };

/** An order with what it pays for. */
export type PlanOrderView = {
  order: Order;
  sold: planOrders.PlanOrder | undefined;
  /** As the provider has it; undefined where it was not asked. */
  payment: Payment | undefined;
  /** The last of all that was left; it may have failed. */
  refund: Refund | undefined;
  /** Why something is owed of it, where it is. */
  owed?: Owed | undefined;
};

/** A subscription as its owner and staff see it. */
export type SubscriptionView = {
  subscription: Subscription | undefined;
  /** What the account has now. */
  plan: string;
  isTrialAvailable: boolean;
  nextPrice: bigint;
  openOrder: PlanOrderView | undefined;
  graceUntil: Date | undefined;
};

export async function orderViews(db: Queryable, found: readonly Order[]): Promise<PlanOrderView[]> {
  const [sold, refunds] = [await planOrders.byOrder(db, found), await orders.lastRefunds(db, found)];
  const owed = await orders.owedOf(db, found);
  return found.map((order) => ({
    order,
    sold: sold.get(order.id),
    payment: undefined,
    refund: refunds.get(order.id),
    owed: owed.get(order.id),
  }));
}

export async function orderView(db: Queryable, order: Order, payment: Payment | undefined): Promise<PlanOrderView> {
  const [view] = await orderViews(db, [order]);
  return { ...(view as PlanOrderView), payment };
}

export async function subscriptionView(
  db: Queryable,
  resources: Pick<IdentityResources, 'settings'>,
  { subscription, plan }: { subscription: Subscription | undefined; plan: string },
): Promise<SubscriptionView> {
  const isTrialAvailable = !subscription?.trialUsedAt && trialDays(resources) > 0;
  const running = isRunning(subscription) ? subscription : undefined;
  const nextPrice = running && !running.isGranted ? priceOf(resources, nextChoice(running)) : 0n;
  const isPastDue = running?.state === 'PAST_DUE';
  const order = isPastDue ? await orders.find(db, renewalIdOf(running)) : undefined;
  return {
    ...{ subscription, plan, isTrialAvailable, nextPrice },
    openOrder: order && (await orderView(db, order, undefined)),
    graceUntil: running?.pastDueAt ? addDays(running.pastDueAt, RENEWAL_GRACE_DAYS) : undefined,
  };
}

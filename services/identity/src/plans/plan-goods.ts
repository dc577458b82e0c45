import type { Goods } from '@marquee/payments/goods';
import type { Order, Refund, RefundKind } from '@marquee/payments/orders';
import { owedStepOf } from '@marquee/payments/refund-facts';
import type { PlanName } from '@marquee/rules/entitlements';
import type { IdentityWrite } from '../resources.ts';
import { noteRefund } from './note-refund.ts';
import { type ChangeKind, subscriptionChanged } from './plan-events.ts';
import type { PlanOrder } from './plan-orders.ts';
import * as planOrders from './plan-orders.ts';
import { change, end, firstPeriod, followingPeriod, lockSubscription } from './plan-steps.ts';
import * as subscriptions from './subscriptions.ts';
import { isRunning, type Subscription } from './subscriptions.ts';

/** The kind of an order of a plan. Its item is the subscription. */
export const PLAN = 'PLAN';

/** Periods of plans as something that is sold [SET-10]. */
export const planGoods: Goods<IdentityWrite> = {
  async deliver(write, order) {
    const [sold, found] = [await planOrders.find(write.tx, order.id), await subscriptionOf(write, order)];
    if (!sold || !found) return undefined;
    const delivered = await deliver(write, found, sold);
    if (!isRunning(delivered)) return undefined;
    const { periodStart, periodEnd } = delivered;
    await planOrders.setPeriod(write.tx, order.id, { periodStart, periodEnd });
    return periodEnd;
  },
  // Who gets a part of the money back keeps the plan.
  async takeBack(write, order, { isPart, kind }) {
    if (isPart) return;
    const found = await subscriptionOf(write, order);
    // What was paid for an earlier period takes nothing of the running one, unless its rest was a part of the price.
    if (!isRunning(found) || !(await isBoughtWith(write, found, order))) return;
    // Who disputes a charge decides whether they are charged again.
    if (found.orderId && isOurs(kind)) await planOrders.setRenewed(write.tx, found.orderId, !found.endsAtPeriodEnd);
    // The period whose rest was credited for what goes back was paid: it runs again until its end.
    const sold = await planOrders.find(write.tx, order.id);
    const before = await leftOf(write, sold?.creditOrderId ?? null);
    if (before) await change(write, found, before, 'SWITCHED');
    // What we ask for may fail: who paid reads of it once their money is back. What went back elsewhere is gone.
    else await end(write, found, 'NONE', isOurs(kind) ? 'TAKEN_BACK' : 'ENDED');
  },
  async restore(write, order, { isPart }) {
    if (isPart) return;
    const found = await subscriptionOf(write, order);
    if (!found || !(await isAsTakenBack(write, found, order))) return;
    for (const orderId of await planOrders.paidWith(write.tx, order.id)) {
      const taken = await leftOf(write, orderId);
      if (taken) return void (await change(write, found, taken, isRunning(found) ? 'SWITCHED' : 'STARTED'));
    }
  },
  // Otherwise the subscription itself publishes what has changed.
  async changed(write, order, refund) {
    if (!refund) return;
    await noteRefund(write, order, refund);
    const change = changeOf(order, refund);
    if (!change) return;
    const found = order.accountId === null ? undefined : await lockSubscription(write, order.accountId);
    if (!found) return;
    const isOfBefore = change === 'REFUNDED' && (await isBroughtBack(write, found.subscription, order));
    const saved = await subscriptions.save(write.tx, found.subscription, {});
    const plan = found.account.subscriptionType as PlanName;
    await write.emit(subscriptionChanged(saved, plan, change, { isOfBefore }));
  },
};

const OWED_CHANGES = {
  OWED: 'REFUND_FAILED',
  GOING: undefined,
  GIVEN: 'OWED_GIVEN',
  ELSEWHERE: 'OWED_GIVEN_ELSEWHERE',
} as const;

/** What a step of a refund is to the owner of the plan, if anything. */
function changeOf(order: Order, refund: Refund): ChangeKind | undefined {
  const step = owedStepOf(order, refund);
  if (step !== '') return OWED_CHANGES[step];
  return isOurs(refund.kind) && refund.state === 'SUCCEEDED' ? 'REFUNDED' : undefined;
}

/** Gives what was paid for, if the subscription still is where it was when the order was made. */
async function deliver(
  write: IdentityWrite,
  found: Subscription,
  { purpose, plan, interval, price, afterPeriod, orderId }: PlanOrder,
): Promise<Subscription | undefined> {
  const period = { choice: { plan, interval }, price, orderId };
  const now = write.clock.now();
  if (purpose === 'START') {
    if (isRunning(found) && !found.isGranted) return undefined;
    return change(write, found, firstPeriod(period, now), 'STARTED');
  }
  if (!isRunning(found) || found.isGranted || found.periodEnd.getTime() !== afterPeriod?.getTime()) return undefined;
  const { endsAtPeriodEnd } = found;
  // Who cancelled while the payment was on its way gets the money of a renewal back, and keeps the end of a change.
  if (purpose === 'RENEWAL' && endsAtPeriodEnd) return undefined;
  if (purpose === 'RENEWAL') return change(write, found, followingPeriod(found, period), 'RENEWED');
  // A period that is over meanwhile is renewed by itself.
  if (found.state !== 'ACTIVE' || found.periodEnd <= now) return undefined;
  return change(write, found, { ...firstPeriod(period, now), endsAtPeriodEnd }, 'SWITCHED');
}

/** Whether we asked for a refund, rather than that it happened at the provider. */
const isOurs = (kind: RefundKind): boolean => kind === 'STAFF' || kind === 'LATE';

/** What an order still gives: its period, until that ends; undefined where it is over, or a part of its price went back. */
async function leftOf({ tx, clock }: IdentityWrite, orderId: string | null) {
  const sold = orderId === null ? undefined : await planOrders.find(tx, orderId);
  if (!sold?.periodStart || !sold.periodEnd || sold.periodEnd <= clock.now()) return undefined;
  if ((await planOrders.refundedOf(tx, await planOrders.boughtWith(tx, sold.orderId))).size > 0) return undefined;
  const { plan, interval, price, periodStart, periodEnd, renewed } = sold;
  const period = firstPeriod({ choice: { plan, interval }, price, orderId }, periodStart);
  // What was changed to more does not renew: the person decides.
  return { ...period, periodEnd, endsAtPeriodEnd: !renewed };
}

/** Whether what runs is the plan that was changed with the order, until its end, as `takeBack` has left it. */
async function isBroughtBack({ tx }: IdentityWrite, found: Subscription, order: Order): Promise<boolean> {
  // One that was paid too late has changed nothing.
  if (order.fulfilledAt === null || !isRunning(found) || !found.endsAtPeriodEnd) return false;
  const sold = await planOrders.find(tx, order.id);
  return found.orderId !== null && found.orderId === sold?.creditOrderId;
}

/** Whether nothing was bought since `takeBack`: the plan has ended, or what it was changed from runs. */
async function isAsTakenBack(write: IdentityWrite, found: Subscription, order: Order): Promise<boolean> {
  const sold = await planOrders.find(write.tx, order.id);
  const isBefore = found.orderId !== null && found.orderId === sold?.creditOrderId;
  return isBefore || (found.state === 'NONE' && (await isBoughtWith(write, found, order)));
}

async function isBoughtWith({ tx }: IdentityWrite, { orderId }: Subscription, { id }: Order): Promise<boolean> {
  if (orderId === null || orderId === id) return orderId === id;
  return (await planOrders.boughtWith(tx, orderId)).some((bought) => bought.id === id);
}

async function subscriptionOf(write: IdentityWrite, { accountId, itemId }: Order): Promise<Subscription | undefined> {
  const found = accountId === null ? undefined : await lockSubscription(write, accountId);
  return found?.subscription.id === itemId ? found.subscription : undefined;
}

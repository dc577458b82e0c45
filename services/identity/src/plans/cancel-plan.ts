import type { AccountViewer } from '@marquee/runtime/viewer';
import { accountNotFound } from '../account/account-errors.ts';
import * as accounts from '../account/accounts.ts';
import * as customers from '../payment-methods/customers.ts';
import { listPaymentMethods } from '../payment-methods/own-methods.ts';
import type { IdentityResources, IdentityWrite } from '../resources.ts';
import { endOtherOrder } from './open-plan-order.ts';
import { alreadySubscribed, cardNeeded, notSubscribed } from './plan-errors.ts';
import { change, end, lockSubscription } from './plan-steps.ts';
import { type SubscriptionView, subscriptionView } from './plan-view.ts';
import { requireSales } from './sales.ts';
import * as subscriptions from './subscriptions.ts';
import { isRunning, type Running, type Subscription } from './subscriptions.ts';

async function lockRunning(write: IdentityWrite, { accountId }: AccountViewer): Promise<Running> {
  const subscription = (await lockSubscription(write, accountId))?.subscription;
  if (!isRunning(subscription)) throw notSubscribed();
  return subscription;
}

const viewOf = (write: IdentityWrite, subscription: Subscription): Promise<SubscriptionView> =>
  subscriptionView(write.tx, write, { subscription, plan: subscription.plan });

/** Ends the plan with its period; one whose renewal was declined ends at once. Repeated, it changes nothing [SET-10]. */
export async function cancelPlan(write: IdentityWrite, viewer: AccountViewer): Promise<SubscriptionView> {
  const running = await lockRunning(write, viewer);
  if (running.state === 'PAST_DUE') {
    const ended = await end(write, running, 'FREEMIUM', 'ENDED');
    return subscriptionView(write.tx, write, { subscription: ended, plan: 'FREEMIUM' });
  }
  if (running.endsAtPeriodEnd || running.isGranted) return viewOf(write, running);
  const cancelled = { endsAtPeriodEnd: true, nextPlan: null, nextInterval: null, remindedOf: null };
  return viewOf(write, await change(write, running, cancelled));
}

/** Ends the order of a renewal whose plan has just ended, so that nobody pays it. What fails here is done with the next start. */
export async function endDeadRenewal(
  resources: IdentityResources,
  view: Pick<SubscriptionView, 'subscription'> | undefined,
): Promise<void> {
  const { sales, log } = resources;
  const ended = view?.subscription;
  if (!sales || !ended || isRunning(ended)) return;
  await endOtherOrder(resources, sales, ended.accountId).catch((err: unknown) => {
    log.warn({ err }, 'the order of a plan that has ended could not be cancelled');
  });
}

const isToKeep = ({ endsAtPeriodEnd, nextPlan }: Running): boolean => endsAtPeriodEnd || nextPlan !== null;

/** Has the default say which card there is, outside of the transaction: one may have been saved, or be gone, meanwhile. */
export async function lookForCard(resources: IdentityResources, viewer: AccountViewer): Promise<void> {
  const running = await subscriptions.find(resources.db, viewer.accountId);
  if (isRunning(running) && isToKeep(running) && !running.isGranted) await listPaymentMethods(resources, viewer);
}

/** Takes a cancellation, or a change that waits for the end of the period, back [SET-10]. */
export async function keepPlan(write: IdentityWrite, viewer: AccountViewer): Promise<SubscriptionView> {
  const running = await lockRunning(write, viewer);
  if (!isToKeep(running)) return viewOf(write, running);
  // What renews needs a card: the last one may have been removed meanwhile.
  if (!running.isGranted && !(await hasCard(write, running))) throw cardNeeded();
  return viewOf(write, await change(write, running, { endsAtPeriodEnd: false, nextPlan: null, nextInterval: null }));
}

async function hasCard(write: IdentityWrite, { accountId }: Running): Promise<boolean> {
  const { provider } = requireSales(write).desk;
  return Boolean((await customers.find(write.tx, accountId, provider.name))?.defaultMethodId);
}

/** The free plan, for somebody who has no other [SET-10]. */
export async function chooseFreePlan(write: IdentityWrite, { accountId }: AccountViewer): Promise<SubscriptionView> {
  const found = await lockSubscription(write, accountId);
  if (!found) throw accountNotFound();
  if (isRunning(found.subscription)) throw alreadySubscribed();
  await accounts.setPlan(write.tx, accountId, 'FREEMIUM');
  return subscriptionView(write.tx, write, { subscription: found.subscription, plan: 'FREEMIUM' });
}

import { sweep } from '@marquee/data/sweep';
import * as orders from '@marquee/payments/orders';
import { RENEWAL_GRACE_DAYS, RENEWAL_RETRY_DAYS } from '@marquee/rules/plans';
import { DomainError } from '@marquee/runtime/errors';
import { transact } from '@marquee/service/use-case';
import { v5 } from 'uuid';
import type { IdentityResources, IdentityWrite } from '../resources.ts';
import { NAMESPACE, openPlanOrder, renewalIdOf } from './open-plan-order.ts';
import { payWithDefault } from './pay-with-default.ts';
import { subscriptionChanged } from './plan-events.ts';
import { addDays, change, dueAfter, end, lockSubscription, nextChoice } from './plan-steps.ts';
import { priceOf } from './prices.ts';
import type { Sales } from './sales.ts';
import * as subscriptions from './subscriptions.ts';
import { isRunning, type Running } from './subscriptions.ts';

/** How long a process has for one subscription, before another one takes it. */
const LEASE_MS = 120_000;
const AT_ONCE = 20;
/** A payment that has no outcome yet is asked for again. */
const WAIT_MS = 3_600_000;

type Step = { kind: 'CHARGE' | 'GIVE_UP'; orderId: string; attempts: number } | undefined;

/** Renews, ends and announces the plans whose time has come [SET-10:renewal]. */
export async function billDue(resources: IdentityResources, sales: Sales, signal: AbortSignal): Promise<void> {
  const { db, clock, log } = resources;
  const now = clock.now();
  const leaseUntil = new Date(now.getTime() + LEASE_MS);
  const due = await subscriptions.claimDue(db, { now, leaseUntil, limit: AT_ONCE });
  const failed = 'a plan could not be renewed: it is tried again';
  await sweep(due, (accountId) => bill(resources, sales, accountId), { signal, log, failed });
}

/** Brings one subscription to where the clock says. Each part can be repeated: ids follow from the period. */
async function bill(resources: IdentityResources, sales: Sales, accountId: string): Promise<void> {
  const step = await transact(resources, (write) => takeStep(write, sales, accountId));
  if (step?.kind === 'CHARGE') {
    const attemptId = v5(`${step.orderId} ${step.attempts}`, NAMESPACE);
    const attempt = { accountId, orderId: step.orderId, attemptId, isOffSession: true };
    await payWithDefault(resources, sales, attempt).catch((error: unknown) => {
      // One that has ended is noted as every other outcome.
      if (!(error instanceof DomainError && error.reason === 'ORDER_ENDED')) throw error;
    });
  }
  if (step?.kind === 'GIVE_UP') await giveUp(sales, step.orderId);
  if (step) await transact(resources, (write) => noteOutcome(write, accountId, step));
}

async function takeStep(write: IdentityWrite, sales: Sales, accountId: string): Promise<Step> {
  const { tx, clock, emit } = write;
  const found = await lockSubscription(write, accountId);
  if (!found || !isRunning(found.subscription)) return undefined;
  const { account, subscription } = found;
  const now = clock.now();
  if (now < subscription.periodEnd) {
    const isNoticeDue = dueAfter(subscription, now) <= now;
    const saved = await change(write, subscription, isNoticeDue ? { remindedOf: subscription.periodEnd } : {});
    const isEnding = subscription.endsAtPeriodEnd || subscription.isGranted;
    if (isNoticeDue) await emit(subscriptionChanged(saved, saved.plan, isEnding ? 'ENDS_SOON' : 'RENEWS_SOON'));
    return undefined;
  }
  const isStopped = account.closingAt !== null || account.suspendedAt !== null;
  if (subscription.endsAtPeriodEnd || subscription.isGranted || (isStopped && subscription.state !== 'PAST_DUE')) {
    await end(write, subscription, 'FREEMIUM', 'ENDED');
    return undefined;
  }
  const { pastDueAt, attempts } = subscription;
  const orderId = renewalIdOf(subscription);
  const isOver = pastDueAt !== null && (isStopped || now >= addDays(pastDueAt, RENEWAL_GRACE_DAYS));
  if (isOver) return { kind: 'GIVE_UP', orderId, attempts };
  if (!(await orders.find(tx, orderId))) await openRenewal(write, sales, subscription, orderId);
  return { kind: 'CHARGE', orderId, attempts };
}

async function openRenewal(write: IdentityWrite, { desk }: Sales, running: Running, orderId: string): Promise<void> {
  const { accountId, periodEnd: afterPeriod } = running;
  const now = write.clock.now();
  const choice = nextChoice(running);
  const price = priceOf(write, choice);
  const heldUntil = addDays(now, RENEWAL_GRACE_DAYS + 1);
  const sale = { id: orderId, accountId, itemId: running.id, amount: price, heldUntil };
  const paid = { amount: price, price, afterPeriod, creditOrderId: null };
  await openPlanOrder(write, desk, sale, { purpose: 'RENEWAL', ...choice, ...paid });
}

/** Ends the order of a renewal that nobody paid; one whose payment is on its way stays. */
async function giveUp({ desk }: Sales, orderId: string): Promise<void> {
  await desk.endUnlessUnderWay(orderId);
}

/** What became of an attempt. A renewal that was paid is delivered with its order, and has nothing to note. */
async function noteOutcome(write: IdentityWrite, accountId: string, step: NonNullable<Step>): Promise<void> {
  const { tx, clock, emit } = write;
  const found = await lockSubscription(write, accountId);
  const subscription = found?.subscription;
  if (!isRunning(subscription) || renewalIdOf(subscription) !== step.orderId) return;
  const order = await orders.find(tx, step.orderId);
  const now = clock.now();
  const isEnded =
    order === undefined || order.state === 'CANCELLED' || order.state === 'EXPIRED' || order.state === 'REFUNDED';
  if (isEnded) {
    await end(write, subscription, 'NONE', 'ENDED_UNPAID');
    return;
  }
  // Its outcome comes later, or another attempt was first.
  if (order.decline === '' || subscription.attempts !== step.attempts) {
    await change(write, subscription, { dueAt: new Date(now.getTime() + WAIT_MS) });
    return;
  }
  const pastDueAt = subscription.pastDueAt ?? now;
  const attempts = subscription.attempts + 1;
  const retryDays = RENEWAL_RETRY_DAYS[attempts - 1];
  const dueAt = addDays(pastDueAt, retryDays ?? RENEWAL_GRACE_DAYS);
  const saved = await change(write, subscription, { state: 'PAST_DUE', pastDueAt, attempts, dueAt });
  await emit(subscriptionChanged(saved, saved.plan, 'DECLINED'));
}

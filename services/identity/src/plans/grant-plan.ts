import { staffReasonSchema } from '@marquee/rules/back-office';
import { PAID_PLANS, PLAN_LIMITS, PLAN_MESSAGES, periodEnd } from '@marquee/rules/plans';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as auditLog from '../audit/audit-log.ts';
import { userNotFound } from '../back-office/back-office-errors.ts';
import { accountIdSchema, lockUser } from '../back-office/get-user.ts';
import { requireManageable } from '../back-office/staff-rights.ts';
import type { IdentityWrite } from '../resources.ts';
import { noPlanToEnd, paysForPlan } from './plan-errors.ts';
import { change, end, firstPeriod, lockSubscription } from './plan-steps.ts';
import { type SubscriptionView, subscriptionView } from './plan-view.ts';
import { isRunning, type Subscription } from './subscriptions.ts';

const MONTHS = PLAN_MESSAGES.months;
export const grantPlanSchema = accountIdSchema.extend({
  plan: z.enum(PAID_PLANS, PLAN_MESSAGES.unknownPlan),
  months: z.number().int(MONTHS).min(1, MONTHS).max(PLAN_LIMITS.grantMonthsMax, MONTHS),
  reason: staffReasonSchema,
});
export const endPlanSchema = accountIdSchema.extend({ reason: staffReasonSchema });

async function lockOf(write: IdentityWrite, viewer: AccountViewer, accountId: string): Promise<Subscription> {
  requireManageable(viewer, await lockUser(write, accountId));
  const found = await lockSubscription(write, accountId);
  if (!found) throw userNotFound();
  return found.subscription;
}

const nameOf = (subscription: Subscription): string => (isRunning(subscription) ? subscription.plan : 'NONE');

/** Gives a plan without payment for some months, or another one in the place of one that was given [ADU-06:plans]. */
export async function grantPlan(
  write: IdentityWrite,
  viewer: AccountViewer,
  { accountId, plan, months, reason }: z.output<typeof grantPlanSchema>,
): Promise<SubscriptionView> {
  const found = await lockOf(write, viewer, accountId);
  if (isRunning(found) && !found.isGranted) throw paysForPlan();
  const now = write.clock.now();
  const given = firstPeriod({ choice: { plan, interval: 'MONTHLY' }, price: 0n, orderId: null }, now);
  const to = { ...given, isGranted: true, periodEnd: periodEnd(now, 'MONTHLY', months) };
  const granted = await change(write, found, to, 'STARTED');
  const changes = [
    { field: 'plan', before: nameOf(found), after: plan },
    { field: 'months', before: '', after: String(months) },
  ];
  const entry = { actorId: viewer.accountId, objectId: accountId, changes, reason, now };
  await auditLog.append(write.tx, { ...entry, kind: 'PLAN_GRANTED' });
  return subscriptionView(write.tx, write, { subscription: granted, plan });
}

/** Ends a plan at once, also one that is paid for [ADU-06:plans]. */
export async function endPlan(
  write: IdentityWrite,
  viewer: AccountViewer,
  { accountId, reason }: z.output<typeof endPlanSchema>,
): Promise<SubscriptionView> {
  const found = await lockOf(write, viewer, accountId);
  if (!isRunning(found)) throw noPlanToEnd();
  // Without what it was paid with: a refund that fails later does not begin it again.
  const ended = await end(write, { ...found, orderId: null }, 'NONE', 'ENDED');
  const changes = [{ field: 'plan', before: found.plan, after: 'NONE' }];
  const entry = { actorId: viewer.accountId, objectId: accountId, changes, reason, now: write.clock.now() };
  await auditLog.append(write.tx, { ...entry, kind: 'PLAN_ENDED' });
  return subscriptionView(write.tx, write, { subscription: ended, plan: 'NONE' });
}

import type { PlanName } from '@marquee/rules/entitlements';
import { periodEnd as endOf, PLAN_NOTICE_DAYS, type PlanChoice } from '@marquee/rules/plans';
import * as accounts from '../account/accounts.ts';
import type { IdentityWrite } from '../resources.ts';
import { type ChangeKind, subscriptionChanged } from './plan-events.ts';
import * as subscriptions from './subscriptions.ts';
import { isRunning, type Running, type Subscription } from './subscriptions.ts';

const DAY_MS = 86_400_000;
export const addDays = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY_MS);

/** The subscription of an account with the account, both locked in this order. Undefined for a closed account. */
export async function lockSubscription(
  { tx, clock }: Pick<IdentityWrite, 'tx' | 'clock'>,
  accountId: string,
): Promise<{ account: accounts.Account; subscription: Subscription } | undefined> {
  const account = await accounts.lock(tx, accountId);
  if (!account || account.closedAt || account.deletedAt) return undefined;
  return { account, subscription: await subscriptions.lock(tx, accountId, clock.now()) };
}

/** When a running subscription is looked at next: for its notice, then at the end of its period. */
export function dueAfter(subscription: Running, now: Date): Date {
  const { state, interval, endsAtPeriodEnd, isGranted, remindedOf, periodEnd } = subscription;
  const isNoticed = state === 'TRIALING' || interval === 'YEARLY' || endsAtPeriodEnd || isGranted;
  if (!isNoticed || remindedOf?.getTime() === periodEnd.getTime()) return periodEnd;
  const noticeAt = addDays(periodEnd, -PLAN_NOTICE_DAYS);
  return noticeAt > now ? noticeAt : now < periodEnd ? now : periodEnd;
}

type Change = Parameters<typeof subscriptions.save>[2];

/** Writes a change of a running subscription, gives the account its plan, and says what happened. */
export async function change(
  { tx, emit, clock }: IdentityWrite,
  found: Subscription,
  to: Change,
  kind?: ChangeKind,
): Promise<Subscription> {
  const next = { ...found, ...to };
  const dueAt = to.dueAt ?? (isRunning(next) ? dueAfter(next, clock.now()) : null);
  const saved = await subscriptions.save(tx, found, { ...to, dueAt });
  await accounts.setPlan(tx, saved.accountId, saved.plan);
  if (kind) await emit(subscriptionChanged(saved, saved.plan, kind));
  return saved;
}

/** Nothing runs any more. Who cancelled keeps what costs nothing; who did not pay has no plan. */
export async function end(
  { tx, emit }: IdentityWrite,
  found: Subscription,
  to: Extract<PlanName, 'NONE' | 'FREEMIUM'>,
  kind: ChangeKind,
): Promise<Subscription> {
  const ended = await subscriptions.save(tx, found, { ...NOTHING, state: 'NONE', dueAt: null });
  await accounts.setPlan(tx, found.accountId, to);
  await emit(subscriptionChanged(ended, to, kind));
  return ended;
}

/** What a new period begins without. */
const NOTHING = {
  ...{ isGranted: false, endsAtPeriodEnd: false, nextPlan: null, nextInterval: null, pastDueAt: null },
  ...{ attempts: 0, remindedOf: null },
} as const satisfies Change;

type NewPeriod = { choice: PlanChoice; price: bigint; orderId: string | null };

/** A first period, or one that takes the place of the running one: counted from now. */
export function firstPeriod({ choice, price, orderId }: NewPeriod, now: Date) {
  const { plan, interval } = choice;
  const periodEnd = endOf(now, interval, 1);
  return {
    ...NOTHING,
    ...{ state: 'ACTIVE', plan, interval, price, orderId, anchorAt: now, periods: 1, periodStart: now, periodEnd },
  } as const satisfies Change;
}

/** The period after the running one. Another interval is counted from the end of the last. */
export function followingPeriod(running: Running, { choice, price, orderId }: NewPeriod) {
  const { plan, interval } = choice;
  const isCounted = running.interval === interval && running.state !== 'TRIALING' && running.periods > 0;
  const anchorAt = isCounted ? running.anchorAt : running.periodEnd;
  const periods = isCounted ? running.periods + 1 : 1;
  const periodEnd = endOf(anchorAt, interval, periods);
  return {
    ...NOTHING,
    ...{ state: 'ACTIVE', plan, interval, price, orderId, anchorAt, periods },
    ...{ periodStart: running.periodEnd, periodEnd },
  } as const satisfies Change;
}

/** What the next period is: what was chosen for it, or the same again. */
export const nextChoice = ({ plan, interval, nextPlan, nextInterval }: Subscription): PlanChoice => ({
  plan: nextPlan ?? plan,
  interval: nextInterval ?? interval,
});

import type { PlanName } from './entitlements.ts';

/** The plans that cost money, from less to more. */
export const PAID_PLANS = ['PRO', 'PREMIUM'] as const satisfies readonly PlanName[];
export type PaidPlan = (typeof PAID_PLANS)[number];
/** From shorter to longer. */
export const BILLING_INTERVALS = ['MONTHLY', 'YEARLY'] as const;
export type BillingInterval = (typeof BILLING_INTERVALS)[number];
/** A plan and how long its period is. */
export type PlanChoice = { plan: PaidPlan; interval: BillingInterval };

export const PLAN_LIMITS = {
  /** What staff give at once. */
  grantMonthsMax: 36,
  /** Less than this is not charged: a payment costs about as much. In minor units. */
  chargeMin: 50n,
} as const;

/** When a declined renewal is tried again, in days after the first attempt; after the last of them the plan ends. */
export const RENEWAL_RETRY_DAYS = [1, 3, 5, 7] as const;
export const RENEWAL_GRACE_DAYS = 10;
/** How long before a trial, a year or a cancelled plan ends there is a notice. */
export const PLAN_NOTICE_DAYS = 3;

export const PLAN_MESSAGES = {
  unavailable: 'Plans cannot be bought here at the moment.',
  cardNeeded: 'Please add a card first. Your plan is paid with it.',
  priceChanged: 'The price of this plan has changed. Please look at the new price before you pay.',
  alreadySubscribed: 'You have a plan already. You can change it instead.',
  notSubscribed: 'You have no plan that could be changed.',
  samePlan: 'This is the plan that you have.',
  pastDue: 'Please pay for your plan first. Then you can change it.',
  paysForPlan: 'This user pays for a plan. End it first, or wait until it ends.',
  noPlan: 'This user has no plan that could be ended.',
  unknownPlan: 'Please choose a plan.',
  months: 'Please choose between 1 and 36 months.',
  methodNotFound: 'We could not find this card. It may have been removed.',
  lastCard: 'Your plan renews with this card. Add another card first, or cancel your plan.',
  setupNotFound: 'We could not find this card. Please start again.',
} as const;

/** Whether a change gives more, which is paid for at once; any other waits for the end of the period. */
export function isUpgrade(from: PlanChoice, to: PlanChoice): boolean {
  const plan = PAID_PLANS.indexOf(to.plan) - PAID_PLANS.indexOf(from.plan);
  const interval = BILLING_INTERVALS.indexOf(to.interval) - BILLING_INTERVALS.indexOf(from.interval);
  return plan >= 0 && interval >= 0 && plan + interval > 0;
}

/** What the rest of a paid period is worth, in minor units, rounded down. */
export function unusedPart({ price, start, end }: { price: bigint; start: Date; end: Date }, now: Date): bigint {
  const whole = BigInt(end.getTime() - start.getTime());
  const rest = BigInt(Math.max(0, end.getTime() - Math.max(now.getTime(), start.getTime())));
  return whole <= 0n ? 0n : (price * rest) / whole;
}

/**
 * The end of the nth period that is counted from an anchor, in UTC. A day that a month does not have is its last, and the
 * next period has the day of the anchor again: 31 January, 28 February, 31 March.
 */
export function periodEnd(anchor: Date, interval: BillingInterval, periods: number): Date {
  const months = periods * (interval === 'YEARLY' ? 12 : 1);
  const end = new Date(anchor);
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(anchor.getUTCDate(), lastDay));
  return end;
}

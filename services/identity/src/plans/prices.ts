import { planPrices, planTrialDays } from '@marquee/rules/declared-settings';
import { BILLING_INTERVALS, PAID_PLANS, type PlanChoice } from '@marquee/rules/plans';
import type { IdentityResources } from '../resources.ts';

type Settings = Pick<IdentityResources, 'settings'>;

/** What a period of a plan costs now, in minor units. */
export const priceOf = ({ settings }: Settings, { plan, interval }: PlanChoice): bigint =>
  BigInt(Math.round(settings.get(planPrices[plan][interval]) * 100));

export const trialDays = ({ settings }: Settings): number => settings.get(planTrialDays);

/** What can be bought, from less to more. */
export const offers = (resources: Settings): (PlanChoice & { price: bigint })[] =>
  PAID_PLANS.flatMap((plan) =>
    BILLING_INTERVALS.map((interval) => ({ plan, interval, price: priceOf(resources, { plan, interval }) })),
  );

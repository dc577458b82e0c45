import { SubscriptionType } from '@marquee/contracts/identity/v1/account_pb';
import { BillingInterval } from '@marquee/contracts/identity/v1/plans_pb';
import { _, type Message, msg } from '../../language/words.ts';

/** A plan and how long its period is. */
export type Choice = { plan: SubscriptionType; interval: BillingInterval };

const NAMES: Partial<Record<SubscriptionType, Message>> = {
  [SubscriptionType.NONE]: msg('No plan'),
  [SubscriptionType.FREEMIUM]: msg('Freemium'),
  [SubscriptionType.PRO]: msg('Pro'),
  [SubscriptionType.PREMIUM]: msg('Premium'),
};

export const planName = (plan: SubscriptionType): string => _(NAMES[plan] ?? msg('No plan'));

/** What a plan allows, as `packages/rules` has it. */
export const PLAN_LINES: Partial<Record<SubscriptionType, readonly Message[]>> = {
  [SubscriptionType.FREEMIUM]: [msg('Films without ads'), msg('It costs nothing')],
  [SubscriptionType.PRO]: [msg('Films without ads'), msg('You support Marquee')],
  [SubscriptionType.PREMIUM]: [msg('Films without ads'), msg('You support Marquee the most')],
};

/** A price with its period. */
export function pricePer(interval: BillingInterval, price: string): string {
  return interval === BillingInterval.YEARLY ? _('{price} a year', { price }) : _('{price} a month', { price });
}

/** The parameters of the subscription screen [SET-10]. */
export const choicePath = (choice: Choice): string => `/settings/subscription?${queryOf(choice)}`;

/** Where a card is added before a plan is taken; the choice comes back once the card is saved. */
export const addCardPath = (choice: Choice): string => `/settings/payment/add?${queryOf(choice)}`;

const queryOf = ({ plan, interval }: Choice) =>
  new URLSearchParams({ subscriptionType: SubscriptionType[plan], intervalType: BillingInterval[interval] });

const PLANS: Record<string, SubscriptionType> = { PRO: SubscriptionType.PRO, PREMIUM: SubscriptionType.PREMIUM };
const INTERVALS: Record<string, BillingInterval> = {
  MONTHLY: BillingInterval.MONTHLY,
  YEARLY: BillingInterval.YEARLY,
};

/** The choice that an address names; undefined without one, or for one that is not sold. */
export function choiceOf(query: URLSearchParams): Choice | undefined {
  const plan = Object.entries(PLANS).find(([name]) => name === query.get('subscriptionType'))?.[1];
  const interval = Object.entries(INTERVALS).find(([name]) => name === query.get('intervalType'))?.[1];
  return plan && interval ? { plan, interval } : undefined;
}

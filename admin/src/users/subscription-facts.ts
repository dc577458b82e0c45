import { BillingInterval, type Subscription, SubscriptionState } from '@marquee/contracts/identity/v1/plans_pb';
import { subscriptionLabel, timeText } from './user-labels.ts';

const STATES: Record<SubscriptionState, string> = {
  [SubscriptionState.UNSPECIFIED]: '–',
  [SubscriptionState.NONE]: 'None runs',
  [SubscriptionState.TRIALING]: 'In its trial',
  [SubscriptionState.ACTIVE]: 'Active',
  [SubscriptionState.PAST_DUE]: 'Not paid: the renewal is tried again',
};
export const INTERVALS: Record<BillingInterval, string> = {
  [BillingInterval.UNSPECIFIED]: '–',
  [BillingInterval.MONTHLY]: 'Monthly',
  [BillingInterval.YEARLY]: 'Yearly',
};

/** The plan of somebody, as names with their values. */
export function subscriptionFacts(
  subscription: Pick<Subscription, 'plan' | 'state' | 'interval' | 'periodEnd' | 'ends' | 'granted'>,
): [string, string][] {
  const { plan, state, interval, periodEnd, ends, granted } = subscription;
  const none = state === SubscriptionState.NONE;
  return [
    ['Plan', subscriptionLabel[plan]],
    ['State', STATES[state]],
    ...(none ? [] : ([['Interval', granted ? 'Given by staff' : INTERVALS[interval]]] as [string, string][])),
    ...(none ? [] : ([[ends ? 'Ends' : 'Renews', timeText(periodEnd)]] as [string, string][])),
  ];
}

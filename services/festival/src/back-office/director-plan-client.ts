import { SubscriptionType } from '@marquee/contracts/identity/v1/account_pb';
import { BillingInterval, SubscriptionState } from '@marquee/contracts/identity/v1/plans_pb';
import type { FestivalResources } from '../resources.ts';

/** Whether plans are sold here, and whether the account is in the trial of a yearly Pro plan. @throws DomainError */
export async function directorPlan(
  plans: FestivalResources['plans'],
  accountId: string,
): Promise<{ sold: boolean; yearlyProTrial: boolean }> {
  const { enabled: sold, subscription } = await plans.getPlanFacts({ accountId });
  const { state, plan, interval } = subscription ?? {};
  const isProTrial = state === SubscriptionState.TRIALING && plan === SubscriptionType.PRO;
  return { sold, yearlyProTrial: isProTrial && interval === BillingInterval.YEARLY };
}

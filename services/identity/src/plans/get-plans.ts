import { isId } from '@marquee/data/ids';
import { plansEnabled } from '@marquee/rules/declared-settings';
import { SALES_CURRENCY } from '@marquee/rules/payments';
import type { PlanChoice } from '@marquee/rules/plans';
import type { AccountViewer, Viewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import { accountNotFound } from '../account/account-errors.ts';
import * as accounts from '../account/accounts.ts';
import { userNotFound } from '../back-office/back-office-errors.ts';
import type { accountIdSchema } from '../back-office/get-user.ts';
import type { IdentityResources } from '../resources.ts';
import { type SubscriptionView, subscriptionView } from './plan-view.ts';
import { offers, trialDays } from './prices.ts';
import * as subscriptions from './subscriptions.ts';

export type Plans = {
  enabled: boolean;
  currency: string;
  trialDays: number;
  offers: (PlanChoice & { price: bigint })[];
  view: SubscriptionView;
};

/** Whether plans are sold: there is somebody who takes the money, and staff sell them. */
export const areSold = ({ sales, settings }: Pick<IdentityResources, 'sales' | 'settings'>): boolean =>
  sales !== undefined && settings.get(plansEnabled);

/** What plans cost now, and the viewer's subscription [SET-10]. */
export async function getPlans(resources: IdentityResources, { accountId }: AccountViewer): Promise<Plans> {
  return {
    enabled: areSold(resources),
    currency: SALES_CURRENCY,
    trialDays: trialDays(resources),
    offers: offers(resources),
    view: await subscriptionOf(resources, accountId, accountNotFound),
  };
}

type AccountId = z.output<typeof accountIdSchema>;

/** A user's subscription, for staff. */
export async function getUserSubscription(
  resources: IdentityResources,
  _staff: AccountViewer,
  { accountId }: AccountId,
): Promise<SubscriptionView> {
  return subscriptionOf(resources, accountId);
}

/** What another service asks of the plans of an account. */
export async function getPlanFacts(
  resources: IdentityResources,
  _service: Viewer,
  { accountId }: AccountId,
): Promise<{ enabled: boolean; view: SubscriptionView }> {
  return { enabled: areSold(resources), view: await subscriptionOf(resources, accountId) };
}

async function subscriptionOf(
  resources: IdentityResources,
  accountId: string,
  notFound = userNotFound,
): Promise<SubscriptionView> {
  const { db, prisma } = resources;
  const account = isId(accountId) ? await accounts.find(prisma, accountId) : undefined;
  if (!account || account.deletedAt) throw notFound();
  const subscription = await subscriptions.find(db, accountId);
  return subscriptionView(db, resources, { subscription, plan: account.subscriptionType });
}

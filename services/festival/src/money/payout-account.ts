import { type Holder, holderIdOf } from '@marquee/payments/payout-desk';
import { payoutAccountNeeded } from '@marquee/payments/payout-errors';
import type { PayoutAccountStatus } from '@marquee/payments/payout-provider';
import * as payouts from '@marquee/payments/payouts';
import { TEST_PAYOUT_OUTCOMES, type TestPayoutOutcome } from '@marquee/payments/test-payouts';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { paymentsUnavailable } from '../checkout/checkout-errors.ts';
import { requireSales } from '../checkout/own-ticket-order.ts';
import { festivalIdSchema } from '../organizations/get-organization.ts';
import { organizationNotYours } from '../organizations/organization-errors.ts';
import * as organizations from '../organizations/organizations.ts';
import type { FestivalResources, FestivalWrite } from '../resources.ts';
import { arePayoutsHeld } from './are-payouts-held.ts';
import { moneyPath } from './money-path.ts';
import { organizationToPay, organizationWithMoney } from './money-rights.ts';
import { requireFreshProof } from './require-fresh-proof.ts';

type OfFestival = z.output<typeof festivalIdSchema>;

export type FestivalPayoutAccount = {
  available: boolean;
  status: PayoutAccountStatus | undefined;
  testOutcome: TestPayoutOutcome | undefined;
  held: boolean;
  mayConnect: boolean;
};

/** The account that the director connected, as the provider has it now [FES-06] [ADO-05]. */
export async function getFestivalPayoutAccount(
  { sales, db }: FestivalResources,
  viewer: AccountViewer,
  { festivalId }: OfFestival,
): Promise<FestivalPayoutAccount> {
  const { id, directorId } = await organizationWithMoney(db, viewer, festivalId);
  const mayConnect = directorId === viewer.accountId;
  if (!sales) return { available: false, status: undefined, testOutcome: undefined, held: false, mayConnect };
  const [account, held] = await Promise.all([sales.payouts.account(id), arePayoutsHeld(db, id)]);
  const test = account && (await sales.testPayouts?.getTestAccount(account.accountId));
  return { available: true, status: account?.status, testOutcome: test?.paysAs, held, mayConnect };
}

/** @throws DomainError UNAVAILABLE, PAYOUT_CONNECT_FAILED; FORBIDDEN for others than the director, and without a fresh proof */
export async function openFestivalPayoutOnboarding(
  resources: FestivalResources,
  viewer: AccountViewer,
  { festivalId }: OfFestival,
): Promise<{ url: string }> {
  const { payouts: desk } = requireSales(resources);
  const { id } = await organizationToPay(resources.db, viewer, festivalId);
  await requireFreshProof(resources);
  return { url: await desk.connect(id, moneyPath(id), holderOf(id, viewer)) };
}

/** A director, while they direct the organization. Identity and the provider may be slow, and staff may name another. */
const holderOf = (festivalId: string, { accountId }: AccountViewer): Holder<FestivalWrite> => ({
  id: holderIdOf(festivalId, accountId),
  async requireStill({ tx }) {
    const { directorId } = await organizations.lock(tx, festivalId);
    if (directorId !== accountId) throw organizationNotYours();
  },
});

/** @throws DomainError FAILED_PRECONDITION, PAYOUT_ACCOUNT_NEEDED; FORBIDDEN for others than the director, and without a fresh proof */
export async function openFestivalPayoutDashboard(
  resources: FestivalResources,
  viewer: AccountViewer,
  { festivalId }: OfFestival,
): Promise<{ url: string }> {
  const { payouts: desk } = requireSales(resources);
  const { id } = await organizationToPay(resources.db, viewer, festivalId);
  await requireFreshProof(resources);
  return { url: await desk.dashboard(id, holderOf(id, viewer)) };
}

export const setTestFestivalPayoutAccountSchema = festivalIdSchema.extend({
  status: z.enum(['PENDING', 'RESTRICTED', 'ENABLED'], 'Please choose a state.'),
  outcome: z.enum(TEST_PAYOUT_OUTCOMES, 'Please choose how payouts end.'),
});

/** What a company would find out of the organization, at the test provider. */
export async function setTestFestivalPayoutAccount(
  resources: FestivalResources,
  viewer: AccountViewer,
  { festivalId, status, outcome: paysAs }: z.output<typeof setTestFestivalPayoutAccountSchema>,
): Promise<object> {
  const { testPayouts } = requireSales(resources);
  if (!testPayouts) throw paymentsUnavailable();
  const { id } = await organizationToPay(resources.db, viewer, festivalId);
  const account = await payouts.findAccount(resources.db, id);
  if (!account) throw payoutAccountNeeded();
  await testPayouts.setTestAccount(account.accountId, { status, paysAs });
  return {};
}

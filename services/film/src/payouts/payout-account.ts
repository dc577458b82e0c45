import { payoutAccountNeeded } from '@marquee/payments/payout-errors';
import type { PayoutAccountStatus } from '@marquee/payments/payout-provider';
import * as payouts from '@marquee/payments/payouts';
import { TEST_PAYOUT_OUTCOMES, type TestPayoutOutcome } from '@marquee/payments/test-payouts';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { requireSales } from '../checkout/own-order.ts';
import { isSuspended } from '../people/suspensions.ts';
import type { FilmResources } from '../resources.ts';
import { paymentsUnavailable } from '../watch/watch-errors.ts';
import { requireFreshProof } from './require-fresh-proof.ts';

/** Where makers come back to from the provider's pages. */
const RETURN_PATH = '/content/earnings';

export type OwnPayoutAccount = {
  available: boolean;
  status: PayoutAccountStatus | undefined;
  testOutcome: TestPayoutOutcome | undefined;
  /** Whether payouts wait for the end of a suspension. */
  held: boolean;
};

/** The account that the viewer connected, as the provider has it now [STU-09:connect]. */
export async function getPayoutAccount(
  { sales, db }: FilmResources,
  { accountId }: AccountViewer,
): Promise<OwnPayoutAccount> {
  if (!sales) return { available: false, status: undefined, testOutcome: undefined, held: false };
  const [account, held] = await Promise.all([sales.payouts.account(accountId), isSuspended(db, accountId)]);
  const test = account && (await sales.testPayouts?.getTestAccount(account.accountId));
  return { available: true, status: account?.status, testOutcome: test?.paysAs, held };
}

/** @throws DomainError UNAVAILABLE, PAYOUT_CONNECT_FAILED; FORBIDDEN without a fresh proof */
export async function openPayoutOnboarding(
  resources: FilmResources,
  { accountId }: AccountViewer,
): Promise<{ url: string }> {
  const { payouts: desk } = requireSales(resources);
  await requireFreshProof(resources);
  return { url: await desk.connect(accountId, RETURN_PATH) };
}

/** @throws DomainError FAILED_PRECONDITION, PAYOUT_ACCOUNT_NEEDED; FORBIDDEN without a fresh proof */
export async function openPayoutDashboard(
  resources: FilmResources,
  { accountId }: AccountViewer,
): Promise<{ url: string }> {
  const { payouts: desk } = requireSales(resources);
  await requireFreshProof(resources);
  return { url: await desk.dashboard(accountId) };
}

export const setTestPayoutAccountSchema = z.object({
  status: z.enum(['PENDING', 'RESTRICTED', 'ENABLED'], 'Please choose a state.'),
  outcome: z.enum(TEST_PAYOUT_OUTCOMES, 'Please choose how payouts end.'),
});

/** What a company would find out of the viewer, at the test provider. */
export async function setTestPayoutAccount(
  resources: FilmResources,
  { accountId }: AccountViewer,
  { status, outcome: paysAs }: z.output<typeof setTestPayoutAccountSchema>,
): Promise<object> {
  const { testPayouts } = requireSales(resources);
  if (!testPayouts) throw paymentsUnavailable();
  const account = await payouts.findAccount(resources.db, accountId);
  if (!account) throw payoutAccountNeeded();
  await testPayouts.setTestAccount(account.accountId, { status, paysAs });
  return {};
}

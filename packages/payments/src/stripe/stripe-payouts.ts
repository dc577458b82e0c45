import type Stripe from 'stripe';
import type { ConnectedAccount, PayoutProvider, ProviderPayout } from '../payout-provider.ts';
import { isRefusal, stripeAmount } from './stripe-client.ts';

/** How many of an account's payouts are looked through for one of ours, the newest first. */
const PAYOUTS_MAX = 1_000;
/** Why money will never go to an account as it is now. All else is repeated. */
const NEVER_PAID = [
  'account_closed',
  'account_invalid',
  'bank_account_unusable',
  'invalid_card_type',
  'no_account',
  'payouts_not_allowed',
  'transfers_not_allowed',
];

/**
 * Pays by Stripe Connect. A seller has an Express account. A payout is a transfer to that account, and then a payout of it to
 * the seller's bank; the money comes back to us where the second fails. Stripe forgets idempotency keys after a day, so that
 * both are looked for by our id before they are made.
 *
 * @param siteUrl where the pages of the site are that owners come back to
 */
export function createStripePayouts({ stripe, siteUrl }: { stripe: Stripe; siteUrl: string }): PayoutProvider {
  async function transferOf(id: string): Promise<Stripe.Transfer | undefined> {
    return (await stripe.transfers.list({ transfer_group: id, limit: 1 })).data.find((it) => it.transfer_group === id);
  }
  async function payoutOf(id: string, accountId: string): Promise<Stripe.Payout | undefined> {
    const list = stripe.payouts.list({ limit: 100 }, { stripeAccount: accountId });
    const payouts = await list.autoPagingToArray({ limit: PAYOUTS_MAX });
    return payouts.find(({ metadata }) => metadata?.payout_id === id);
  }
  /** Takes back what was transferred for a payout that failed, once. */
  async function takeBack(id: string): Promise<void> {
    const transfer = await transferOf(id);
    if (!transfer || transfer.reversed) return;
    await stripe.transfers.createReversal(transfer.id, {}, { idempotencyKey: `payout-back-${id}` });
  }
  /** How a payout went; what failed is ours again before it is said. */
  async function ended(id: string, payout: Stripe.Payout): Promise<ProviderPayout> {
    const going = payoutStatus(payout);
    if (going.status === 'FAILED') await takeBack(id);
    return going;
  }

  return {
    name: 'stripe',
    async createAccount({ ownerId }) {
      const account = await stripe.accounts.create(
        {
          type: 'express',
          capabilities: { transfers: { requested: true } },
          // We begin each payout, so that the books know it.
          settings: { payouts: { schedule: { interval: 'manual' } } },
          metadata: { owner_id: ownerId },
        },
        { idempotencyKey: `account-${ownerId}` },
      );
      return accountOf(account);
    },
    getAccount: async (accountId) => accountOf(await stripe.accounts.retrieve(accountId)),
    async onboardingLink(accountId, returnPath) {
      const back = new URL(returnPath, siteUrl).href;
      const type = 'account_onboarding';
      return (await stripe.accountLinks.create({ account: accountId, type, return_url: back, refresh_url: back })).url;
    },
    dashboardLink: async (accountId) => (await stripe.accounts.createLoginLink(accountId)).url,
    async pay({ id, accountId, amount, currency }) {
      const known = await payoutOf(id, accountId);
      if (known) return ended(id, known);
      const money = { amount: stripeAmount(amount), currency: currency.toLowerCase() };
      try {
        const transferred = await transferOf(id);
        // It had failed, and this process ended before that was written.
        if (transferred?.reversed) return { status: 'FAILED', failure: '' };
        if (!transferred) {
          const transfer = { ...money, destination: accountId, transfer_group: id };
          await stripe.transfers.create(transfer, { idempotencyKey: `payout-transfer-${id}` });
        }
        const options = { stripeAccount: accountId, idempotencyKey: `payout-${id}` };
        return await ended(id, await stripe.payouts.create({ ...money, metadata: { payout_id: id } }, options));
      } catch (error) {
        if (!isRefusal(error, NEVER_PAID)) throw error;
        await takeBack(id);
        return { status: 'FAILED', failure: (error as Stripe.errors.StripeError).code ?? '' };
      }
    },
    async getPayout(id, accountId) {
      const known = await payoutOf(id, accountId);
      if (known) return payoutStatus(known);
      const transfer = await transferOf(id);
      // It was taken back before anything was paid out, or is on its way.
      if (!transfer) return undefined;
      return transfer.reversed ? { status: 'FAILED', failure: '' } : { status: 'PENDING', failure: '' };
    },
  };
}

function accountOf(account: Stripe.Account): ConnectedAccount {
  const { id, details_submitted: isComplete, payouts_enabled: isPaid, capabilities } = account;
  const isEnabled = isPaid && capabilities?.transfers === 'active';
  if (isEnabled) return { id, status: 'ENABLED' };
  return { id, status: isComplete ? 'RESTRICTED' : 'PENDING' };
}

function payoutStatus({ status, failure_code: failure }: Stripe.Payout): ProviderPayout {
  if (status === 'paid') return { status: 'PAID', failure: '' };
  if (status === 'failed' || status === 'canceled') return { status: 'FAILED', failure: failure ?? status };
  return { status: 'PENDING', failure: '' };
}

import { list, refusal, scriptedStripe } from '../testing/stripe-script.ts';
import { createStripePayouts } from './stripe-payouts.ts';

const PAYOUT = { id: 'p1', accountId: 'acct_1', amount: 1_500n, currency: 'USD' };

/** Stripe with the transfers and payouts that it keeps. */
async function atStripe() {
  const kept = {
    transfers: [{ id: 'tr_0', transfer_group: 'p0', reversed: false }],
    payouts: [{ id: 'po_0', status: 'paid', failure_code: null as string | null, metadata: { payout_id: 'p0' } }],
    status: 'pending',
    refused: undefined as object | undefined,
  };
  const reverse = (id: string) => () => {
    for (const transfer of kept.transfers) if (transfer.id === id) transfer.reversed = true;
    return { id: 'trr_1' };
  };
  const made = await scriptedStripe({
    'GET /transfers': () => list(...kept.transfers.toReversed()),
    'POST /transfers': ({ transfer_group: group = '' }) => {
      const transfer = { id: 'tr_1', transfer_group: group, reversed: false };
      kept.transfers.push(transfer);
      return transfer;
    },
    'POST /transfers/tr_1/reversals': reverse('tr_1'),
    'GET /payouts': () => list(...kept.payouts),
    'POST /payouts': ({ 'metadata[payout_id]': id = '' }) => {
      if (kept.refused) return kept.refused;
      const payout = { id: 'po_1', status: kept.status, failure_code: null, metadata: { payout_id: id } };
      kept.payouts.push(payout);
      return payout;
    },
  });
  const ended = (status: string, code: string | null = null) => {
    for (const payout of kept.payouts) if (payout.id === 'po_1') Object.assign(payout, { status, failure_code: code });
  };
  const provider = createStripePayouts({ stripe: made.stripe, siteUrl: 'https://films.example' });
  return { ...made, kept, ended, provider };
}

const MADE = ['POST /transfers', 'POST /payouts'];
const BACK = 'POST /transfers/tr_1/reversals';

test('a payout is a transfer and then a payout of it, each once, until Stripe says how it went', async () => {
  const { provider, sent, calls, ended } = await atStripe();
  expect(await provider.getPayout('p1', 'acct_1')).toBeUndefined();
  expect(await provider.pay(PAYOUT)).toEqual({ status: 'PENDING', failure: '' });
  expect(await provider.pay(PAYOUT)).toEqual({ status: 'PENDING', failure: '' });
  expect(sent).toEqual([
    ['POST /transfers', { amount: '1500', currency: 'usd', destination: 'acct_1', transfer_group: 'p1' }],
    ['POST /payouts', { amount: '1500', currency: 'usd', 'metadata[payout_id]': 'p1' }],
  ]);
  ended('paid');
  expect([await provider.pay(PAYOUT), await provider.getPayout('p1', 'acct_1')]).toEqual(
    Array(2).fill({ status: 'PAID', failure: '' }),
  );
  expect(calls()).toEqual(MADE);
});

test.each([
  ['failed', 'account_closed', 'account_closed'],
  ['canceled', null, 'canceled'],
])('what a bank has %s (%s) is taken back once before it is said', async (status, code, failure) => {
  const { provider, calls, ended } = await atStripe();
  await provider.pay(PAYOUT);
  ended(status, code);
  for (const _time of ['once', 'twice']) expect(await provider.pay(PAYOUT)).toEqual({ status: 'FAILED', failure });
  expect(calls()).toEqual([...MADE, BACK]);
  // Only asked about, nothing is moved.
  expect(await provider.getPayout('p1', 'acct_1')).toEqual({ status: 'FAILED', failure });
});

test('a payout that Stripe refuses for good is taken back, and stays failed when it is repeated', async () => {
  const { provider, kept, calls } = await atStripe();
  kept.refused = refusal('account_closed');
  expect(await provider.pay(PAYOUT)).toEqual({ status: 'FAILED', failure: 'account_closed' });
  expect(calls()).toEqual([...MADE, BACK]);
  kept.refused = undefined;
  expect(await provider.pay(PAYOUT)).toEqual({ status: 'FAILED', failure: '' });
  expect(await provider.getPayout('p1', 'acct_1')).toEqual({ status: 'FAILED', failure: '' });
  expect(calls()).toEqual([...MADE, BACK]);
});

test('a payout that could not be made now is made later, of what was transferred before', async () => {
  const { provider, kept, calls } = await atStripe();
  kept.refused = refusal('balance_insufficient');
  await expect(provider.pay(PAYOUT)).rejects.toMatchObject({ code: 'balance_insufficient' });
  expect(await provider.getPayout('p1', 'acct_1')).toEqual({ status: 'PENDING', failure: '' });
  Object.assign(kept, { refused: undefined, status: 'in_transit' });
  expect(await provider.pay(PAYOUT)).toEqual({ status: 'PENDING', failure: '' });
  expect(calls()).toEqual([...MADE, 'POST /payouts']);
});

test.each([
  ['may be paid', { payouts_enabled: true, capabilities: { transfers: 'active' } }, 'ENABLED'],
  [
    'gets no transfers',
    { payouts_enabled: true, details_submitted: true, capabilities: { transfers: 'inactive' } },
    'RESTRICTED',
  ],
  [
    'may not pay out',
    { payouts_enabled: false, details_submitted: true, capabilities: { transfers: 'active' } },
    'RESTRICTED',
  ],
  ['is not complete', { payouts_enabled: false, details_submitted: false }, 'PENDING'],
])('an account that %s has that status', async (_what, account, status) => {
  const { answers, provider } = await atStripe();
  answers['GET /accounts/acct_1'] = { id: 'acct_1', ...account };
  expect(await provider.getAccount('acct_1')).toEqual({ id: 'acct_1', status });
});

test('an owner comes back from the pages of Stripe to the page that they left', async () => {
  const { answers, provider, sent } = await atStripe();
  answers['POST /account_links'] = { url: 'https://stripe.example/onboarding' };
  expect(await provider.onboardingLink('acct_1', '/content/earnings')).toBe('https://stripe.example/onboarding');
  const back = 'https://films.example/content/earnings';
  expect(sent).toEqual([
    ['POST /account_links', { account: 'acct_1', type: 'account_onboarding', return_url: back, refresh_url: back }],
  ]);
});

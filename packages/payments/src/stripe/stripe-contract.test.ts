// @requires stripemock
import { newId } from '@marquee/data/ids';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { testStripe } from '@marquee/testing/test-stripe';
import Stripe from 'stripe';
import { payoutContract } from '../testing/payout-contract.ts';
import { providerContract } from '../testing/provider-contract.ts';
import { stripeClient } from './stripe-client.ts';
import { createStripePayments } from './stripe-payments.ts';
import { createStripePayouts } from './stripe-payouts.ts';

const SITE = 'https://films.example';
const SECRET = 'whsec_of_the_test';
const opened = testStripe().then((apiUrl) => stripeClient({ secretKey: 'sk_test_123', apiUrl }));
const clock = fixedClock('2026-11-20T12:00:00.000Z');

async function payments() {
  return createStripePayments({
    ...{ stripe: await opened, clock, webhookSecret: SECRET, browserKey: 'pk_test_123', siteUrl: SITE },
  });
}

// It keeps nothing, so that nobody can pay there: what follows from a payment is tested with a stand-in of our own.
providerContract('stripe', async () => ({
  provider: await payments(),
  pay: undefined,
  saveCard: undefined,
  webhook: ({ id, paymentId }, at = clock.now()) => {
    const object = { id: paymentId, object: 'payment_intent' };
    const payload = JSON.stringify({ id, object: 'event', type: 'payment_intent.succeeded', data: { object } });
    // As Stripe's own library signs.
    const signature = Stripe.webhooks.generateTestHeaderString({
      ...{ payload, secret: SECRET, timestamp: Math.floor(at.getTime() / 1_000) },
    });
    return { body: Buffer.from(payload), signature };
  },
  now: () => clock.now(),
}));

payoutContract('stripe', async () => ({
  provider: createStripePayouts({ stripe: await opened, siteUrl: SITE }),
  enable: undefined,
}));

test('a parameter that Stripe does not have is refused', async () => {
  const stripe = await opened;
  const wrong = { amount: 499, currency: 'usd', automatic_payment_method: { enabled: true } };
  await expect(stripe.paymentIntents.create(wrong as never)).rejects.toMatchObject({
    type: 'StripeInvalidRequestError',
  });
});

test('a payout that was never made is not there', async () => {
  const provider = createStripePayouts({ stripe: await opened, siteUrl: SITE });
  expect(await provider.getPayout(newId(), 'acct_1')).toBeUndefined();
});

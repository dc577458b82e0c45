import { fixedClock } from '@marquee/testing/fixed-clock';
import { openPayments, openPayouts } from './open-payments.ts';
import type { PaymentConfig } from './payment-config.ts';

const clock = fixedClock('2026-11-20T12:00:00Z');
const db = { query: async () => [] };

function open(given: Partial<PaymentConfig>) {
  const config = { PUBLIC_URL: 'https://films.example', ...given } as PaymentConfig;
  return {
    payments: openPayments({ db, clock, config }),
    payouts: openPayouts({ db, clock, config, testPage: '/test' }),
  };
}

test('where no provider is named nobody pays and nobody is paid', () => {
  expect(open({ PAYMENT_PROVIDER: '' })).toEqual({ payments: undefined, payouts: undefined });
});

test('the test provider is known as such, and Stripe is not', () => {
  const { payments, payouts } = open({ PAYMENT_PROVIDER: 'test' });
  expect(payments?.test).toBeDefined();
  expect([payments?.provider === payments?.test, payouts?.payoutProvider === payouts?.testPayouts]).toEqual([
    true,
    true,
  ]);
  const stripe = open({ PAYMENT_PROVIDER: 'stripe', STRIPE_SECRET_KEY: 'sk_test_1' });
  expect([stripe.payments?.test, stripe.payouts?.testPayouts]).toEqual([undefined, undefined]);
  expect([typeof stripe.payments?.provider, typeof stripe.payouts?.payoutProvider]).toEqual(['object', 'object']);
});

test('Stripe is not called without its key', () => {
  expect(() => open({ PAYMENT_PROVIDER: 'stripe' })).toThrow('STRIPE_SECRET_KEY is not set');
});

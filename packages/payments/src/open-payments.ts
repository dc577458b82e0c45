import { randomBytes } from 'node:crypto';
import type { Database } from '@marquee/data/database';
import type { Clock } from '@marquee/runtime/clock';
import type { PaymentConfig } from './payment-config.ts';
import type { PaymentProvider } from './payment-provider.ts';
import type { PayoutProvider } from './payout-provider.ts';
import { stripeClient } from './stripe/stripe-client.ts';
import { createStripePayments } from './stripe/stripe-payments.ts';
import { createStripePayouts } from './stripe/stripe-payouts.ts';
import { createTestPayouts, type TestPayoutProvider } from './test-payouts.ts';
import { createTestProvider, type TestProvider } from './test-provider.ts';

type Options = {
  db: Pick<Database, 'query'>;
  clock: Clock;
  config: PaymentConfig;
};
type KeepCard = Parameters<typeof createTestProvider>[0]['keepCard'];

/** Who takes the money; `test` where it is the test provider. */
export type Payments = { provider: PaymentProvider; test: TestProvider | undefined };
/** Who pays sellers; `testPayouts` where it is the test provider. */
export type Payouts = { payoutProvider: PayoutProvider; testPayouts: TestPayoutProvider | undefined };

/**
 * The payment provider that the configuration names; undefined where it names none.
 *
 * @param keepCard has identity keep a test card that paid here, where the buyer wants it saved
 */
export function openPayments({ db, clock, config, keepCard }: Options & { keepCard?: KeepCard }): Payments | undefined {
  const { PAYMENT_PROVIDER: name, PAYMENT_WEBHOOK_SECRET: secret, STRIPE_PUBLISHABLE_KEY: browserKey } = config;
  if (name === '') return undefined;
  const webhookSecret = secret ?? randomBytes(32).toString('base64');
  if (name === 'test') {
    const test = createTestProvider({ db, clock, webhookSecret, keepCard });
    return { provider: test, test };
  }
  const [stripe, siteUrl] = [stripeOf(config), config.PUBLIC_URL ?? ''];
  return { provider: createStripePayments({ stripe, clock, webhookSecret, browserKey, siteUrl }), test: undefined };
}

/**
 * The payout provider that the configuration names; undefined where it names none.
 *
 * @param testPage where owners set what is known of their test account; of each account its own, by its id
 */
export function openPayouts({
  db,
  clock,
  config,
  testPage,
}: Options & { testPage: string | ((accountId: string) => Promise<string>) }): Payouts | undefined {
  if (config.PAYMENT_PROVIDER === '') return undefined;
  if (config.PAYMENT_PROVIDER === 'test') {
    const testPayouts = createTestPayouts({ db, clock, pageUrl: testPage });
    return { payoutProvider: testPayouts, testPayouts };
  }
  return {
    payoutProvider: createStripePayouts({ stripe: stripeOf(config), siteUrl: config.PUBLIC_URL ?? '' }),
    testPayouts: undefined,
  };
}

function stripeOf({ STRIPE_SECRET_KEY: secretKey, STRIPE_API_URL: apiUrl }: PaymentConfig) {
  // The configuration refuses Stripe without its key.
  if (!secretKey) throw new Error('STRIPE_SECRET_KEY is not set');
  return stripeClient({ secretKey, apiUrl });
}

import { z } from 'zod';
import { type PaymentConfig, paymentVariables, refusePayments } from './payment-config.ts';

const schema = z.object(paymentVariables).superRefine(refusePayments, { when: () => true });
/** What is refused of these variables, by their names. */
const refused = (variables: Record<string, string | undefined>) =>
  schema.safeParse(variables).error?.issues.map(({ path }) => path.join('.')) ?? [];

const live = {
  PAYMENT_PROVIDER: 'stripe',
  PAYMENT_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  PUBLIC_URL: 'https://films.example',
  NODE_ENV: 'production',
};
const testMode = { ...live, STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' };

test.each<[string, Record<string, string | undefined>, (keyof PaymentConfig)[]]>([
  ['keys of live mode in production', live, []],
  ['a restricted key', { ...live, STRIPE_SECRET_KEY: 'rk_live_1' }, []],
  ['keys of test mode in production', testMode, ['STRIPE_SECRET_KEY']],
  ['keys of test mode elsewhere', { ...testMode, NODE_ENV: undefined }, []],
  ['keys of two modes', { ...live, STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }, ['STRIPE_PUBLISHABLE_KEY']],
  ['no webhook secret', { ...live, PAYMENT_WEBHOOK_SECRET: undefined }, ['PAYMENT_WEBHOOK_SECRET']],
  [
    'a webhook secret of another provider',
    { ...live, PAYMENT_WEBHOOK_SECRET: 'x'.repeat(32) },
    ['PAYMENT_WEBHOOK_SECRET'],
  ],
  ['no secret key', { ...live, STRIPE_SECRET_KEY: undefined }, ['STRIPE_SECRET_KEY']],
  ['no key for browsers', { ...live, STRIPE_PUBLISHABLE_KEY: undefined }, ['STRIPE_PUBLISHABLE_KEY']],
  ['the two keys exchanged', { ...live, STRIPE_PUBLISHABLE_KEY: 'sk_live_1' }, ['STRIPE_PUBLISHABLE_KEY']],
  ['no address of the site', { ...live, PUBLIC_URL: undefined }, ['PUBLIC_URL']],
  ['another address in production', { ...live, STRIPE_API_URL: 'http://127.0.0.1:1' }, ['STRIPE_API_URL']],
  [
    'an address elsewhere',
    { ...testMode, NODE_ENV: undefined, STRIPE_API_URL: 'https://x.example' },
    ['STRIPE_API_URL'],
  ],
  ['an address of this machine', { ...testMode, NODE_ENV: undefined, STRIPE_API_URL: 'http://127.0.0.1:1' }, []],
  ['the test provider in production', { PAYMENT_PROVIDER: 'test', NODE_ENV: 'production' }, ['PAYMENT_PROVIDER']],
  ['the test provider for others', { PAYMENT_PROVIDER: 'test', HOST: '0.0.0.0' }, ['PAYMENT_PROVIDER']],
  ['the test provider on this machine', { PAYMENT_PROVIDER: 'test' }, []],
  ['nobody', {}, []],
])('%s: what does not fit is refused', (_name, variables, expected) => {
  expect(refused(variables)).toEqual(expected);
});

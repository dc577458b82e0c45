import { isLoopback } from '@marquee/runtime/network';
import { z } from 'zod';

/** The variables of a service that sells. `refusePayments` says which of them do not fit together. */
export const paymentVariables = {
  PAYMENT_PROVIDER: z
    .enum(['', 'test', 'stripe'])
    .default('')
    .describe(
      'who takes payments: `stripe`, or `test`, which takes test cards alone, and only on this machine; while empty, nothing with a price can be sold',
    ),
  PAYMENT_WEBHOOK_SECRET: z
    .string()
    .min(16)
    .optional()
    .describe(
      'with what the payment provider signs its events: `whsec_…` of this service’s address at Stripe; the test provider makes one by default',
    ),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_[A-Za-z0-9_]+$/, 'must be a secret or restricted key of Stripe: sk_… or rk_…')
    .optional()
    .describe('the key with which Stripe is called; one of its test mode is refused in production'),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_[A-Za-z0-9_]+$/, 'must be a publishable key of Stripe: pk_…')
    .optional()
    .describe('the key that browsers pay with at Stripe; of the same mode as the secret key'),
  STRIPE_API_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('another address than Stripe’s own, for tests on this machine; `production` refuses it'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('the site that people come back to from pages of Stripe; must be set with it'),
  HOST: z
    .string()
    .default('127.0.0.1')
    .describe('where this process listens; the test payment provider needs it to be this machine alone'),
  NODE_ENV: z.string().optional().describe('`production` refuses the test payment provider and keys of test mode'),
};

const paymentConfig = z.object(paymentVariables);
export type PaymentConfig = z.output<typeof paymentConfig>;

/** Says of each payment variable why it does not fit the others. */
export function refusePayments(config: PaymentConfig, context: Pick<z.RefinementCtx, 'addIssue'>): void {
  const refuse = (path: keyof PaymentConfig, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message, input: config });
  if (config.PAYMENT_PROVIDER === 'test') refuseTest(config, refuse);
  if (config.PAYMENT_PROVIDER === 'stripe') refuseStripe(config, refuse);
}

type Refuse = (path: keyof PaymentConfig, message: string) => void;

/** It takes no money for what it sells, so that it is refused wherever the development inbox is. */
function refuseTest({ HOST, NODE_ENV }: PaymentConfig, refuse: Refuse): void {
  if (!isLoopback(HOST)) {
    refuse(
      'PAYMENT_PROVIDER',
      `PAYMENT_PROVIDER=test is refused with HOST=${HOST}: it only exists on this machine (127.0.0.1).`,
    );
  }
  if (NODE_ENV === 'production') {
    refuse('PAYMENT_PROVIDER', 'PAYMENT_PROVIDER=test is refused with NODE_ENV=production.');
  }
}

function refuseStripe(config: PaymentConfig, refuse: Refuse): void {
  const { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable, STRIPE_API_URL: apiUrl } = config;
  const isProduction = config.NODE_ENV === 'production';
  if (!secret) refuse('STRIPE_SECRET_KEY', 'must be set with PAYMENT_PROVIDER=stripe.');
  if (!publishable) refuse('STRIPE_PUBLISHABLE_KEY', 'must be set with PAYMENT_PROVIDER=stripe.');
  if (!config.PUBLIC_URL) refuse('PUBLIC_URL', 'must be set with PAYMENT_PROVIDER=stripe.');
  // Without it anybody could send events, and with another the provider's own would be refused.
  if (!config.PAYMENT_WEBHOOK_SECRET?.startsWith('whsec_')) {
    refuse('PAYMENT_WEBHOOK_SECRET', 'must be the signing secret of a webhook of Stripe (whsec_…).');
  }
  if (secret && publishable && isLive(secret) !== isLive(publishable)) {
    refuse('STRIPE_PUBLISHABLE_KEY', 'must be of the same mode, test or live, as STRIPE_SECRET_KEY.');
  }
  if (secret && isProduction && !isLive(secret)) {
    refuse('STRIPE_SECRET_KEY', 'a key of test mode takes no money: it is refused with NODE_ENV=production.');
  }
  if (apiUrl && (isProduction || !isLoopback(new URL(apiUrl).hostname))) {
    refuse('STRIPE_API_URL', 'is for tests on this machine (127.0.0.1), and refused with NODE_ENV=production.');
  }
}

const isLive = (key: string) => key.split('_')[1] === 'live';

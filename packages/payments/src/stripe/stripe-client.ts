import Stripe from 'stripe';

/** The version of Stripe's API that this code was written for, whatever the default of the account is. */
export const STRIPE_API_VERSION = '2026-10-28.endive';

const TIMEOUT_MS = 20_000;
const RETRIES_MAX = 2;

/** How Stripe is reached: with which secret key, and where, if not at Stripe itself. */
export type StripeAccess = { secretKey: string; apiUrl?: string | undefined };

/** A client of Stripe's API. Failed calls are repeated under the same idempotency key, at most twice. */
export function stripeClient({ secretKey, apiUrl }: StripeAccess): Stripe {
  const at = apiUrl === undefined ? undefined : new URL(apiUrl);
  return new Stripe(secretKey, {
    apiVersion: STRIPE_API_VERSION,
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES_MAX,
    telemetry: false,
    appInfo: { name: 'marquee' },
    ...(at && {
      host: at.hostname,
      port: at.port,
      protocol: at.protocol === 'http:' ? ('http' as const) : ('https' as const),
    }),
  });
}

/** Amounts of ours as Stripe takes them: minor units, as a number that is exact. */
export function stripeAmount(amount: bigint): number {
  const value = Number(amount);
  if (!Number.isSafeInteger(value)) throw new RangeError('an amount is too large for Stripe');
  return value;
}

/** Whether Stripe refused a call for one of these reasons. */
export function isRefusal(error: unknown, codes: readonly string[]): boolean {
  return error instanceof Stripe.errors.StripeError && codes.includes(error.code ?? '');
}

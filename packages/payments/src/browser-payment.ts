import type { CardSetup, Payment } from './payment-provider.ts';

/**
 * What the browser needs to pay, or to save a card, at the provider itself; undefined where it does not, or has nothing to
 * do.
 */
export function browserPayment(
  payment: Pick<Payment | CardSetup, 'status' | 'clientSecret' | 'browserKey'> | undefined,
): { clientSecret: string; publishableKey: string } | undefined {
  if (!payment?.browserKey) return undefined;
  const isTheirTurn = payment.status === 'NEEDS_CARD' || payment.status === 'NEEDS_ACTION';
  return isTheirTurn ? { clientSecret: payment.clientSecret, publishableKey: payment.browserKey } : undefined;
}

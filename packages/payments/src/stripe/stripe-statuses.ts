import type { PaymentStatus, RefundStatus } from '../payment-provider.ts';

const STATUSES: Readonly<Record<string, PaymentStatus>> = {
  requires_payment_method: 'NEEDS_CARD',
  requires_confirmation: 'NEEDS_CARD',
  requires_action: 'NEEDS_ACTION',
  processing: 'PROCESSING',
  // Payments are captured at once, so that none stays here.
  requires_capture: 'PROCESSING',
  succeeded: 'SUCCEEDED',
  canceled: 'CANCELLED',
};
const REFUNDS: Readonly<Record<string, RefundStatus>> = {
  pending: 'PENDING',
  requires_action: 'PENDING',
  succeeded: 'SUCCEEDED',
  failed: 'FAILED',
  canceled: 'FAILED',
};
const NOT_THE_BUYER = ['payment_intent_authentication_failure', 'setup_intent_authentication_failure'];

/** The state of a PaymentIntent or a SetupIntent. */
export function statusOf(status: string): PaymentStatus {
  return known(STATUSES, status);
}

/** Stripe leaves the state of some refunds out until they have one. */
export function refundStatusOf(status: string | null): RefundStatus {
  return known(REFUNDS, status ?? 'pending');
}

/** The code of an error of a card; '' without one. */
export function declineOf(error: { code?: string; decline_code?: string } | null): string {
  if (!error) return '';
  const { code = '', decline_code: decline } = error;
  if (NOT_THE_BUYER.includes(code)) return 'authentication_failed';
  return decline ?? (code || 'generic_decline');
}

function known<T>(of: Readonly<Record<string, T>>, status: string): T {
  const found = Object.hasOwn(of, status) ? of[status] : undefined;
  if (found === undefined) throw new Error(`Stripe answers a status that is not known here: ${status}`);
  return found;
}

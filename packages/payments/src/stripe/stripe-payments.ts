import type { Clock } from '@marquee/runtime/clock';
import { DomainError } from '@marquee/runtime/errors';
import Stripe from 'stripe';
import type { DisputeState, FailedRefund, Payment, PaymentProvider } from '../payment-provider.ts';
import { requireSigned } from '../webhook-signature.ts';
import { isRefusal, stripeAmount } from './stripe-client.ts';
import { stripeEvent } from './stripe-event.ts';
import { createStripeMethods } from './stripe-methods.ts';
import { declineOf, refundStatusOf, statusOf } from './stripe-statuses.ts';

/** While the bank has the money. An inquiry (`warning_…`) takes none. */
const OPEN = ['needs_response', 'under_review', 'appeal_needs_response', 'appeal_under_review'];
/** Why Stripe will never make a refund. All else is repeated. */
const NEVER_REFUNDED = [
  'charge_already_refunded',
  'charge_disputed',
  'charge_not_refundable',
  'refund_disputed_payment',
  'amount_too_large',
];
const UNEXPECTED_STATE = 'payment_intent_unexpected_state';
/** As many refunds of one payment as are looked at. */
const REFUNDS_MAX = 1_000;

/** Takes payments by Stripe's PaymentIntents, one for each order. */
export function createStripePayments({
  stripe,
  clock,
  webhookSecret,
  browserKey,
  siteUrl,
}: {
  stripe: Stripe;
  clock: Clock;
  webhookSecret: string;
  browserKey: string | undefined;
  /** Where a bank's own page sends its customer back to. */
  siteUrl: string;
}): PaymentProvider {
  const { isKept, ...methods } = createStripeMethods(stripe, browserKey);
  const paymentOf = (intent: Stripe.PaymentIntent): Payment => ({ ...read(intent), browserKey });

  const getPayment = async (paymentId: string): Promise<Payment> => withMoneyBack(await retrieve(paymentId));

  async function retrieve(paymentId: string): Promise<Stripe.PaymentIntent> {
    try {
      return await stripe.paymentIntents.retrieve(paymentId, { expand: ['latest_charge.refunds'] });
    } catch (error) {
      throw isRefusal(error, ['resource_missing']) ? paymentUnknown(error) : error;
    }
  }

  /** The charge comes with its first refunds: most payments cost one call. */
  async function withMoneyBack(intent: Stripe.PaymentIntent): Promise<Payment> {
    const payment = paymentOf(intent);
    const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
    if (!charge) return payment;
    const { refunds: first } = charge;
    const refunds = first && !first.has_more ? first.data : await refundsOf(intent.id);
    return { ...payment, ...moneyBackOf(refunds), dispute: charge.disputed ? await disputeOf(intent.id) : 'NONE' };
  }

  const refundsOf = (paymentId: string) =>
    stripe.refunds.list({ payment_intent: paymentId, limit: 100 }).autoPagingToArray({ limit: REFUNDS_MAX });

  /** A charge stays marked after a dispute was won, so that the disputes themselves are asked for. */
  async function disputeOf(paymentId: string): Promise<DisputeState> {
    const { data } = await stripe.disputes.list({ payment_intent: paymentId, limit: 100 });
    const statuses = data.map(({ status }) => status);
    if (statuses.some((status) => OPEN.includes(status))) return 'OPEN';
    if (statuses.includes('lost')) return 'LOST';
    return statuses.some((status) => status === 'won' || status === 'prevented') ? 'WON' : 'NONE';
  }

  return {
    name: 'stripe',
    async createPayment({ id, amount, currency, description }) {
      const intent = await stripe.paymentIntents.create(
        {
          amount: stripeAmount(amount),
          currency: currency.toLowerCase(),
          description,
          metadata: { order_id: id },
          automatic_payment_methods: { enabled: true },
        },
        { idempotencyKey: `order-${id}` },
      );
      return paymentOf(intent);
    },
    getPayment,
    async cancelPayment(paymentId) {
      try {
        return paymentOf(await stripe.paymentIntents.cancel(paymentId));
      } catch (error) {
        if (isRefusal(error, [UNEXPECTED_STATE])) return getPayment(paymentId);
        throw isRefusal(error, ['resource_missing']) ? paymentUnknown(error) : error;
      }
    },
    async refund({ id, paymentId, amount }) {
      // Stripe forgets idempotency keys after a day, and a refund may be repeated later than that.
      const known = (await refundsOf(paymentId)).find(({ metadata }) => metadata?.refund_id === id);
      if (known) return refundStatusOf(known.status);
      try {
        const asked = { payment_intent: paymentId, amount: stripeAmount(amount), metadata: { refund_id: id } };
        return refundStatusOf((await stripe.refunds.create(asked, { idempotencyKey: `refund-${id}` })).status);
      } catch (error) {
        if (isRefusal(error, NEVER_REFUNDED)) return 'FAILED';
        throw error;
      }
    },
    async refundFailure({ id, paymentId }) {
      const failed = (await refundsOf(paymentId)).find(({ metadata }) => metadata?.refund_id === id);
      return failed?.failure_reason;
    },
    ...methods,
    async payWithMethod({ id, paymentId, customerId, methodId, isOffSession, returnPath }) {
      const intent = await retrieve(paymentId);
      const payment = await withMoneyBack(intent);
      // Repeated, an attempt leaves what the bank asks because of it.
      const isLeft = isOffSession && payment.status === 'NEEDS_ACTION' && intent.metadata.attempt_id !== id;
      if (payment.status !== 'NEEDS_CARD' && !isLeft) return payment;
      if (!(await isKept({ customerId, methodId }))) return { ...payment, decline: 'payment_method_gone' };
      try {
        // With another method it waits to be confirmed again, whatever the bank has asked before.
        const method = isLeft ? { payment_method: methodId } : {};
        const metadata = { attempt_id: id };
        await stripe.paymentIntents.update(paymentId, { customer: customerId, metadata, ...method });
        const asked = {
          ...{ payment_method: methodId, off_session: isOffSession, return_url: new URL(returnPath, siteUrl).href },
          // Where the buyer is there, Stripe's script asks them in a frame of the page.
          use_stripe_sdk: !isOffSession,
        };
        return paymentOf(await stripe.paymentIntents.confirm(paymentId, asked, { idempotencyKey: `attempt-${id}` }));
      } catch (error) {
        // A decline, or another attempt that was quicker.
        const isAnswered = error instanceof Stripe.errors.StripeCardError || isRefusal(error, [UNEXPECTED_STATE]);
        if (isAnswered) return getPayment(paymentId);
        throw error;
      }
    },
    async saveCardOf({ paymentId, customerId }) {
      try {
        const kept = customerId ? { customer: customerId } : {};
        // Of cards alone: whatever else pays is not saved, and what cannot be saved still pays.
        const card = { setup_future_usage: customerId ? 'off_session' : 'none' } as const;
        const asked = { ...kept, payment_method_options: { card } };
        return paymentOf(await stripe.paymentIntents.update(paymentId, asked));
      } catch (error) {
        // It was paid, or has ended, meanwhile.
        if (isRefusal(error, [UNEXPECTED_STATE])) return getPayment(paymentId);
        throw error;
      }
    },
    readEvent(body, signature) {
      requireSigned(body, signature, { secret: webhookSecret, at: clock.now() });
      return stripeEvent(body);
    },
  };
}

/** A payment of which nothing went back. */
function read(intent: Stripe.PaymentIntent): Payment {
  const { id, metadata, amount, amount_received: received, currency, client_secret: secret } = intent;
  const status = statusOf(intent.status);
  // Stripe keeps the last error of a payment that succeeded afterwards.
  const decline = status === 'NEEDS_CARD' ? declineOf(intent.last_payment_error) : '';
  const taken = status === 'SUCCEEDED' ? received : amount;
  return {
    ...{ id, status, orderId: metadata.order_id ?? '', clientSecret: secret ?? '', currency: currency.toUpperCase() },
    ...{ amount: BigInt(taken), decline, refunded: 0n, dispute: 'NONE' },
    savesCard: intent.payment_method_options?.card?.setup_future_usage === 'off_session',
  };
}

/** What refunds gave back, without those that are still on their way, and which failed: some did so days after they had succeeded. */
function moneyBackOf(refunds: readonly Stripe.Refund[]): Pick<Payment, 'refunded' | 'failedRefunds'> {
  const by = (wanted: string) => refunds.filter(({ status }) => refundStatusOf(status) === wanted);
  const refunded = by('SUCCEEDED').reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  const failedRefunds = by('FAILED').map(({ metadata, amount, failure_reason: failure = '' }): FailedRefund => {
    return { id: metadata?.refund_id ?? '', amount: BigInt(amount), failure };
  });
  return { refunded, ...(failedRefunds.length > 0 && { failedRefunds }) };
}

function paymentUnknown(cause: unknown): DomainError {
  const message = 'There is no such payment.';
  return new DomainError({ kind: 'NOT_FOUND', reason: 'PAYMENT_NOT_FOUND', message, cause });
}

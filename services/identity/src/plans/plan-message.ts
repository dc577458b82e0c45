import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { SubscriptionType } from '@marquee/contracts/identity/v1/account_pb';
import {
  BillingInterval,
  type GetPlansResponseSchema,
  PlanOrderPurpose,
  type PlanOrderSchema,
  PlanOrderState,
  PlanPaymentStep,
  type SubscriptionSchema,
  SubscriptionState,
} from '@marquee/contracts/identity/v1/plans_pb';
import { browserPayment } from '@marquee/payments/browser-payment';
import { failureOf, isGoing } from '@marquee/payments/orders';
import type { Payment } from '@marquee/payments/payment-provider';
import { declineMessage } from '@marquee/rules/payments';
import type { Quote } from './change-plan.ts';
import type { Plans } from './get-plans.ts';
import type { PlanOrderView, SubscriptionView } from './plan-view.ts';
import type { Subscribed } from './start-plan.ts';
import { isRunning } from './subscriptions.ts';

const STEPS = {
  NEEDS_CARD: PlanPaymentStep.CARD,
  NEEDS_ACTION: PlanPaymentStep.CHALLENGE,
  PROCESSING: PlanPaymentStep.WAIT,
  SUCCEEDED: PlanPaymentStep.WAIT,
  CANCELLED: PlanPaymentStep.NONE,
} as const satisfies Record<Payment['status'], PlanPaymentStep>;

const planType = (plan: string): SubscriptionType =>
  SubscriptionType[plan as keyof typeof SubscriptionType] ?? SubscriptionType.UNSPECIFIED;
const at = (field: string, date: Date | null | undefined) => (date ? { [field]: timestampFromDate(date) } : {});

export function planOrderMessage(view: PlanOrderView): MessageInitShape<typeof PlanOrderSchema> {
  const { order, sold, payment, refund, owed } = view;
  const { id, amount, currency, decline, state, createdAt, paidAt } = order;
  const isUnpaid = state === 'CREATED' || state === 'PAYING';
  return {
    ...{ id, amount, currency, refunding: isGoing(refund), refundFailure: failureOf(refund, owed) },
    ...{ owed: order.owed, owedRefunding: owed?.isGoing === true },
    ...(sold && {
      plan: planType(sold.plan),
      interval: BillingInterval[sold.interval],
      purpose: PlanOrderPurpose[sold.purpose],
    }),
    state: PlanOrderState[state],
    step: isUnpaid && payment ? STEPS[payment.status] : PlanPaymentStep.NONE,
    declineMessage: isUnpaid && decline !== '' ? declineMessage(decline) : '',
    // A card that is needed is the default one: the browser pays with no other.
    stripe: isUnpaid && payment?.status === 'NEEDS_ACTION' ? browserPayment(payment) : undefined,
    createdAt: timestampFromDate(createdAt),
    ...at('paidAt', paidAt),
    ...at('periodStart', sold?.periodStart),
    ...at('periodEnd', sold?.periodEnd),
  };
}

/** What is kept of a refund that was asked for; how the order stands is added afterwards. */
export const refundedMessage = ({ orderId: id }: { orderId: string }) => ({ order: { id, refunding: true } });

export const onePlanOrderMessage = (view: PlanOrderView) => ({ order: planOrderMessage(view) });
export const planOrdersMessage = ({ rows, nextCursor }: { rows: PlanOrderView[]; nextCursor: string }) => ({
  orders: rows.map(planOrderMessage),
  nextCursor,
});

export function subscriptionMessage(view: SubscriptionView): MessageInitShape<typeof SubscriptionSchema> {
  const { subscription, plan, isTrialAvailable, nextPrice, openOrder, graceUntil } = view;
  const base = { plan: planType(plan), trialAvailable: isTrialAvailable, nextPrice };
  if (!isRunning(subscription)) return { ...base, state: SubscriptionState.NONE };
  const { state, interval, periodStart, periodEnd, endsAtPeriodEnd, isGranted, nextPlan, nextInterval } = subscription;
  return {
    ...base,
    ...{ state: SubscriptionState[state], interval: BillingInterval[interval] },
    ...{ periodStart: timestampFromDate(periodStart), periodEnd: timestampFromDate(periodEnd) },
    ...{ ends: endsAtPeriodEnd || isGranted, granted: isGranted },
    ...(nextPlan && { nextPlan: planType(nextPlan) }),
    ...(nextInterval && { nextInterval: BillingInterval[nextInterval] }),
    ...(openOrder && { openOrder: planOrderMessage(openOrder) }),
    ...at('graceUntil', graceUntil),
  };
}
export const oneSubscriptionMessage = (view: SubscriptionView) => ({ subscription: subscriptionMessage(view) });

export const subscribedMessage = ({ view, order }: Subscribed) => ({
  subscription: subscriptionMessage(view),
  ...(order && { order: planOrderMessage(order) }),
});

export const plansMessage = ({ view, offers, ...plans }: Plans): MessageInitShape<typeof GetPlansResponseSchema> => ({
  ...plans,
  offers: offers.map(({ plan, interval, price }) => ({
    ...{ plan: planType(plan), interval: BillingInterval[interval], price },
  })),
  subscription: subscriptionMessage(view),
});

export const quoteMessage = ({ startsAt, ...quote }: Quote) => ({ ...quote, startsAt: timestampFromDate(startsAt) });

/** The names of a choice, of the contract's numbers. */
export function choiceInput<T extends { plan: SubscriptionType; interval: BillingInterval }>(request: T) {
  const { plan, interval } = request;
  return { ...request, plan: SubscriptionType[plan], interval: BillingInterval[interval] };
}
export const grantInput = <T extends { plan: SubscriptionType }>(request: T) => ({
  ...request,
  plan: SubscriptionType[request.plan],
});

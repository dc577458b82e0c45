import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { SubscriptionType } from '@marquee/contracts/identity/v1/account_pb';
import {
  BillingInterval,
  PlanOrderPurpose,
  PlanOrderState,
  PlanPaymentStep,
  SubscriptionState,
} from '@marquee/contracts/identity/v1/plans_pb';
import type { Order } from '@marquee/payments/orders';
import type { Payment } from '@marquee/payments/payment-provider';
import { declineMessage } from '@marquee/rules/payments';
import { planOrderMessage, subscribedMessage, subscriptionMessage } from './plan-message.ts';
import type { PlanOrderView, SubscriptionView } from './plan-view.ts';
import type { Subscription } from './subscriptions.ts';

const [start, end, grace] = ['2026-11-01', '2026-12-01', '2026-12-08'].map((day) => new Date(day)) as [
  Date,
  Date,
  Date,
];
const at = timestampFromDate;

const order = {
  id: 'o',
  amount: 900n,
  currency: 'USD',
  decline: '',
  createdAt: start,
  paidAt: null,
} as unknown as Order;
const sold = { plan: 'PRO', interval: 'MONTHLY', purpose: 'START', periodStart: start, periodEnd: end };
const payment = { status: 'NEEDS_ACTION', clientSecret: 'secret', browserKey: 'pk_test_1' } as Payment;
const orderView = (changes: Partial<Order>, view: Partial<PlanOrderView> = {}): PlanOrderView => ({
  order: { ...order, state: 'PAYING', ...changes },
  sold: sold as PlanOrderView['sold'],
  payment,
  ...{ isRefunding: false, refund: undefined, ...view },
});

const subscription = {
  ...{ state: 'ACTIVE', plan: 'PRO', interval: 'YEARLY', periodStart: start, periodEnd: end, endsAtPeriodEnd: false },
  ...{ isGranted: false, nextPlan: null, nextInterval: null },
} as unknown as Subscription;
const view = (changes: Partial<Subscription> = {}, of: Partial<SubscriptionView> = {}): SubscriptionView => ({
  subscription: { ...subscription, ...changes },
  ...{ plan: 'PRO', isTrialAvailable: true, nextPrice: 900n, openOrder: undefined, graceUntil: undefined, ...of },
});

test('an order says what it pays for and when it was paid', () => {
  expect(planOrderMessage(orderView({ state: 'FULFILLED', paidAt: end }))).toMatchObject({
    ...{ plan: SubscriptionType.PRO, interval: BillingInterval.MONTHLY, purpose: PlanOrderPurpose.START },
    ...{ state: PlanOrderState.FULFILLED, paidAt: at(end), periodStart: at(start), periodEnd: at(end) },
  });
  const unknown = planOrderMessage(orderView({}, { sold: undefined }));
  for (const field of ['plan', 'paidAt', 'periodStart']) expect(unknown).not.toHaveProperty(field);
});

test.each<[Order['state'], Payment['status'], PlanPaymentStep, boolean]>([
  ['CREATED', 'NEEDS_CARD', PlanPaymentStep.CARD, false],
  ['PAYING', 'NEEDS_ACTION', PlanPaymentStep.CHALLENGE, true],
  ['PAYING', 'PROCESSING', PlanPaymentStep.WAIT, false],
  ['PAYING', 'CANCELLED', PlanPaymentStep.NONE, false],
  ['FULFILLED', 'SUCCEEDED', PlanPaymentStep.NONE, false],
  ['EXPIRED', 'NEEDS_ACTION', PlanPaymentStep.NONE, false],
])('of an order that is %s and whose payment is %s the browser has to do what is left', (state, status, step, pays) => {
  const message = planOrderMessage(orderView({ state, decline: 'card_declined' }, { payment: { ...payment, status } }));
  expect(message.step).toBe(step);
  expect(message.stripe !== undefined).toBe(pays);
  // What a card was declined for is no news of what is paid or over.
  const isUnpaid = state === 'CREATED' || state === 'PAYING';
  expect(message.declineMessage).toBe(isUnpaid ? declineMessage('card_declined') : '');
  expect(planOrderMessage(orderView({ state }, { payment: undefined })).step).toBe(PlanPaymentStep.NONE);
  expect(planOrderMessage(orderView({ state })).declineMessage).toBe('');
});

test('a plan that runs says until when, and what it changes to', () => {
  const changing = view(
    { nextPlan: 'PREMIUM', nextInterval: 'MONTHLY' },
    { openOrder: orderView({}), graceUntil: grace },
  );
  expect(subscriptionMessage(changing)).toMatchObject({
    ...{ state: SubscriptionState.ACTIVE, interval: BillingInterval.YEARLY, periodEnd: at(end), ends: false },
    ...{ nextPlan: SubscriptionType.PREMIUM, nextInterval: BillingInterval.MONTHLY, graceUntil: at(grace) },
    openOrder: { id: 'o' },
  });
  const steady = subscriptionMessage(view());
  for (const field of ['nextPlan', 'nextInterval', 'openOrder', 'graceUntil']) expect(steady).not.toHaveProperty(field);
});

test.each([
  [{ endsAtPeriodEnd: true }, { ends: true, granted: false }],
  [{ isGranted: true }, { ends: true, granted: true }],
])('a plan with %p ends with its period', (changes, expected) => {
  expect(subscriptionMessage(view(changes))).toMatchObject(expected);
});

test('an account without a running plan has only what it could have', () => {
  const offered = { plan: SubscriptionType.NONE, trialAvailable: true, nextPrice: 0n, state: SubscriptionState.NONE };
  const none = { plan: 'NONE', nextPrice: 0n };
  expect(subscriptionMessage(view({}, { ...none, subscription: undefined }))).toEqual(offered);
  expect(subscriptionMessage(view({ state: 'NONE' }, none))).toEqual(offered);
});

test('a plan that begins with a payment comes with its order', () => {
  expect(subscribedMessage({ view: view(), order: orderView({}) })).toMatchObject({ order: { id: 'o' } });
  expect(subscribedMessage({ view: view(), order: undefined })).not.toHaveProperty('order');
});

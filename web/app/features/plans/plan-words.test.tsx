import { SubscriptionType } from '@marquee/contracts/identity/v1/account_pb';
import { BillingInterval, PlanOrderState, PlanPaymentStep } from '@marquee/contracts/identity/v1/plans_pb';
import { forgetPlanOrder, keepWhilePaying, keptPlanOrder } from './kept-plan-order.ts';
import { choiceOf, choicePath, pricePer } from './plan-words.ts';

const { PAYING, PAID } = PlanOrderState;
const { CHALLENGE, WAIT, UNSPECIFIED } = PlanPaymentStep;

test.each([
  [PAYING, CHALLENGE, 'o1'],
  [PAYING, WAIT, 'o1'],
  [PAYING, UNSPECIFIED, undefined],
  [PAID, CHALLENGE, undefined],
  [PAID, WAIT, undefined],
])('an order in state %d at step %d is kept for when a bank leads back: %s', (state, step, kept) => {
  forgetPlanOrder();
  keepWhilePaying({ id: 'o1', state, step });
  expect(keptPlanOrder()).toBe(kept);
});

test('an order that a bank has answered is kept no longer', () => {
  keepWhilePaying({ id: 'o1', state: PAYING, step: WAIT });
  keepWhilePaying({ id: 'o1', state: PAID, step: WAIT });
  expect(keptPlanOrder()).toBeUndefined();
});

test.each([
  [BillingInterval.YEARLY, '$50 a year'],
  [BillingInterval.MONTHLY, '$50 a month'],
])('a price says its period: %d', (interval, text) => {
  expect(pricePer(interval, '$50')).toBe(text);
});

test('an address names the choice that it was made for [SET-10]', () => {
  const choice = { plan: SubscriptionType.PREMIUM, interval: BillingInterval.YEARLY };
  expect(choiceOf(new URL(choicePath(choice), 'https://marquee.example').searchParams)).toEqual(choice);
});

test.each([
  '',
  'subscriptionType=PRO',
  'intervalType=MONTHLY',
  'subscriptionType=FREEMIUM&intervalType=MONTHLY',
  'subscriptionType=PRO&intervalType=DAILY',
])('an address with "%s" chooses nothing that is sold [SET-10]', (query) => {
  expect(choiceOf(new URLSearchParams(query))).toBeUndefined();
});

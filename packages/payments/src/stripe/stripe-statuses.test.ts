import { stripeAmount } from './stripe-client.ts';
import { declineOf, refundStatusOf, statusOf } from './stripe-statuses.ts';

test('a state that Stripe has added since is an error, never taken for another', () => {
  expect([statusOf('succeeded'), refundStatusOf('failed'), refundStatusOf(null)]).toEqual([
    ...['SUCCEEDED', 'FAILED', 'PENDING'],
  ]);
  for (const state of ['requires_review', 'constructor']) {
    expect(() => statusOf(state)).toThrow(`Stripe answers a status that is not known here: ${state}`);
    expect(() => refundStatusOf(state)).toThrow('not known here');
  }
});

test('an amount is given to Stripe exactly, or not at all', () => {
  expect(stripeAmount(9_007_199_254_740_991n)).toBe(9_007_199_254_740_991);
  expect(() => stripeAmount(9_007_199_254_740_992n)).toThrow('too large for Stripe');
});

test.each([
  [null, ''],
  [{}, 'generic_decline'],
  [{ code: 'expired_card' }, 'expired_card'],
  [{ code: 'card_declined', decline_code: 'insufficient_funds' }, 'insufficient_funds'],
  [{ code: 'payment_intent_authentication_failure', decline_code: 'x' }, 'authentication_failed'],
])('a card that is refused with %j is refused for %j', (error, reason) => {
  expect(declineOf(error)).toBe(reason);
});

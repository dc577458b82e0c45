import { fixedClock } from '@marquee/testing/fixed-clock';
import { type Answer, declined, list, refusal, scriptedStripe } from '../testing/stripe-script.ts';
import { createStripePayments } from './stripe-payments.ts';

const intent = (changes: object = {}) => ({
  ...{ id: 'pi_1', object: 'payment_intent', status: 'requires_payment_method', amount: 499, amount_received: 0 },
  ...{ currency: 'usd', metadata: { order_id: 'order' }, latest_charge: null, last_payment_error: null, ...changes },
});
const charge = (changes: object = {}) => ({ id: 'ch_1', disputed: false, refunds: list(), ...changes });
const paid = (changes: object = {}) =>
  intent({ status: 'succeeded', amount_received: 499, latest_charge: charge(changes) });

const INTENT = 'GET /payment_intents/pi_1';
const CONFIRM = 'POST /payment_intents/pi_1/confirm';
const UPDATE = 'POST /payment_intents/pi_1';

/** Stripe with a payment that waits for a card, and a saved card of a customer, but for what a test says. */
async function atStripe(answers: Record<string, Answer> = {}) {
  const made = await scriptedStripe({
    ...{ [INTENT]: intent(), [UPDATE]: intent(), [CONFIRM]: paid() },
    'GET /payment_methods/pm_1': { id: 'pm_1', customer: 'cus_1', card: {} },
    ...answers,
  });
  const secrets = { webhookSecret: 'whsec_of_the_test', browserKey: 'pk_test_123' };
  const site = { siteUrl: 'https://films.example', clock: fixedClock('2026-11-20T12:00:00.000Z') };
  const provider = createStripePayments({ stripe: made.stripe, ...secrets, ...site });
  const attempt = { id: 'a1', paymentId: 'pi_1', customerId: 'cus_1', methodId: 'pm_1', returnPath: '/settings' };
  const pay = (isOffSession = false) => provider.payWithMethod({ ...attempt, isOffSession });
  return { ...made, provider, pay };
}

describe('what went back of a payment', () => {
  test.each<[string, object, Record<string, Answer>, object]>([
    ['nothing, without a charge', intent(), {}, { refunded: 0n, dispute: 'NONE' }],
    ['nothing of a charge', paid(), {}, { refunded: 0n, dispute: 'NONE', amount: 499n }],
    [
      'what has ended, and not what is on its way or failed',
      paid({
        refunds: list(
          { amount: 100, status: 'succeeded' },
          { amount: 50, status: 'succeeded' },
          { amount: 200, status: 'pending' },
          { amount: 149, status: 'failed', failure_reason: 'expired_or_canceled_card', metadata: { refund_id: 'r1' } },
          { amount: 1, status: 'canceled' },
        ),
      }),
      {},
      {
        refunded: 150n,
        failedRefunds: [
          { id: 'r1', amount: 149n, failure: 'expired_or_canceled_card' },
          { id: '', amount: 1n, failure: '' },
        ],
      },
    ],
    [
      'what a charge with many refunds does not list itself',
      paid({ refunds: { ...list({ amount: 1, status: 'succeeded' }), has_more: true } }),
      { 'GET /refunds': list({ amount: 499, status: 'succeeded' }) },
      { refunded: 499n },
    ],
    ...(
      [
        [['needs_response'], 'OPEN'],
        [['lost', 'under_review'], 'OPEN'],
        [['won', 'lost'], 'LOST'],
        [['won'], 'WON'],
        [['prevented'], 'WON'],
        [['warning_needs_response'], 'NONE'],
        [[], 'NONE'],
      ] as const
    ).map(
      ([statuses, dispute]) =>
        [
          `a dispute that is ${statuses.join(' and ') || 'none'}`,
          paid({ disputed: true }),
          { 'GET /disputes': list(...statuses.map((status) => ({ status }))) },
          { dispute },
        ] as [string, object, Record<string, Answer>, object],
    ),
  ])('%s', async (_what, found, answers, expected) => {
    const { provider } = await atStripe({ [INTENT]: found, ...answers });
    expect(await provider.getPayment('pi_1')).toMatchObject(expected);
  });
});

test.each<[string, object, object]>([
  [
    'the reason of a decline',
    { last_payment_error: { code: 'card_declined', decline_code: 'lost_card' } },
    { decline: 'lost_card' },
  ],
  [
    'no reason of one that succeeded afterwards',
    { status: 'succeeded', last_payment_error: { code: 'card_declined' } },
    { decline: '' },
  ],
  [
    'a bank that did not confirm',
    { last_payment_error: { code: 'payment_intent_authentication_failure', decline_code: 'x' } },
    { decline: 'authentication_failed' },
  ],
  ['an error without a code', { last_payment_error: {} }, { decline: 'generic_decline' }],
  [
    'a card that is saved',
    { payment_method_options: { card: { setup_future_usage: 'off_session' } } },
    { savesCard: true },
  ],
  [
    'a card that is not saved',
    { payment_method_options: { card: { setup_future_usage: 'on_session' } } },
    { savesCard: false },
  ],
  ['its order and currency', {}, { orderId: 'order', currency: 'USD', browserKey: 'pk_test_123' }],
])('a payment says %s', async (_what, changes, expected) => {
  const { provider } = await atStripe({ [INTENT]: intent(changes) });
  expect(await provider.getPayment('pi_1')).toMatchObject(expected);
});

test('a payment that Stripe does not have is not found, and any other refusal is given on', async () => {
  const { provider } = await atStripe({ 'GET /payment_intents/pi_3': refusal('lock_timeout') });
  const notFound = { kind: 'NOT_FOUND', reason: 'PAYMENT_NOT_FOUND' };
  await expect(provider.getPayment('pi_2')).rejects.toMatchObject(notFound);
  await expect(provider.cancelPayment('pi_2')).rejects.toMatchObject(notFound);
  await expect(provider.getPayment('pi_3')).rejects.toMatchObject({ code: 'lock_timeout' });
});

test('a payment that can no longer be cancelled is given as it is', async () => {
  const cancel = 'POST /payment_intents/pi_1/cancel';
  const { provider, answers } = await atStripe({
    ...{ [INTENT]: paid(), [cancel]: refusal('payment_intent_unexpected_state') },
  });
  expect(await provider.cancelPayment('pi_1')).toMatchObject({ status: 'SUCCEEDED' });
  answers[cancel] = intent({ status: 'canceled' });
  expect(await provider.cancelPayment('pi_1')).toMatchObject({ status: 'CANCELLED' });
  answers[cancel] = refusal('lock_timeout');
  await expect(provider.cancelPayment('pi_1')).rejects.toMatchObject({ code: 'lock_timeout' });
});

describe('a refund', () => {
  const asked = { id: 'r1', paymentId: 'pi_1', amount: 499n };

  test('is made once, and found by our id when it is repeated', async () => {
    const { provider, answers, calls } = await atStripe({
      'GET /refunds': list({ status: 'failed', metadata: { refund_id: 'r0' } }),
      'POST /refunds': { status: null },
    });
    expect(await provider.refund(asked)).toBe('PENDING');
    answers['GET /refunds'] = list({ status: 'succeeded', metadata: { refund_id: 'r1' } });
    expect(await provider.refund(asked)).toBe('SUCCEEDED');
    expect(calls()).toEqual(['POST /refunds']);
  });

  test('that failed says why, if Stripe does', async () => {
    const failed = { status: 'failed', failure_reason: 'expired_or_canceled_card', metadata: { refund_id: 'r1' } };
    const { provider, answers } = await atStripe({ 'GET /refunds': list(failed) });
    expect(await provider.refund(asked)).toBe('FAILED');
    expect(await provider.refundFailure?.(asked)).toBe('expired_or_canceled_card');
    answers['GET /refunds'] = list();
    expect(await provider.refundFailure?.(asked)).toBeUndefined();
  });

  test('that will never be made has failed, and another is tried again', async () => {
    const { provider, answers } = await atStripe({
      'GET /refunds': list(),
      'POST /refunds': refusal('charge_disputed'),
    });
    expect(await provider.refund(asked)).toBe('FAILED');
    answers['POST /refunds'] = refusal('lock_timeout');
    await expect(provider.refund(asked)).rejects.toMatchObject({ code: 'lock_timeout' });
  });
});

describe('a payment with a saved card', () => {
  test('is confirmed with the card, and comes back to the page; off session nobody is asked', async () => {
    const { pay, sent } = await atStripe();
    expect(await pay()).toMatchObject({ status: 'SUCCEEDED', amount: 499n });
    await pay(true);
    const card = { payment_method: 'pm_1', return_url: 'https://films.example/settings' };
    expect(sent).toEqual([
      [UPDATE, { customer: 'cus_1', 'metadata[attempt_id]': 'a1' }],
      [CONFIRM, { ...card, off_session: 'false', use_stripe_sdk: 'true' }],
      [UPDATE, { customer: 'cus_1', 'metadata[attempt_id]': 'a1' }],
      [CONFIRM, { ...card, off_session: 'true', use_stripe_sdk: 'false' }],
    ]);
  });

  test.each<[string, object, boolean]>([
    ['that is paid', paid(), true],
    ['that its bank asks about while the buyer is there', intent({ status: 'requires_action' }), false],
    [
      'that its bank asks about because of this attempt',
      intent({ status: 'requires_action', metadata: { attempt_id: 'a1' } }),
      true,
    ],
  ])('%s is left as it is', async (_what, found, isOffSession) => {
    const { pay, calls } = await atStripe({ [INTENT]: found });
    await pay(isOffSession);
    expect(calls()).toEqual([]);
  });

  test('takes the place of a question of the bank that nobody answered, off session', async () => {
    const found = intent({ status: 'requires_action', metadata: { attempt_id: 'a0' } });
    const { pay, sent } = await atStripe({ [INTENT]: found });
    expect(await pay(true)).toMatchObject({ status: 'SUCCEEDED' });
    expect(sent[0]?.[1]).toMatchObject({ payment_method: 'pm_1' });
  });

  test.each<[string, Answer]>([
    ['was removed', refusal('resource_missing')],
    ['is kept for nobody', { id: 'pm_1', customer: null }],
    ['is kept for somebody else', { id: 'pm_1', customer: { id: 'cus_2' } }],
  ])('that %s is not charged', async (_what, method) => {
    const { pay, calls } = await atStripe({ 'GET /payment_methods/pm_1': method });
    expect(await pay()).toMatchObject({ status: 'NEEDS_CARD', decline: 'payment_method_gone' });
    expect(calls()).toEqual([]);
  });

  test.each<[string, object]>([
    ['declined', declined('card_declined')],
    ['paid by another attempt meanwhile', refusal('payment_intent_unexpected_state')],
  ])('that is %s is given as it is then', async (_what, refused) => {
    const { pay, answers } = await atStripe();
    answers[CONFIRM] = () => {
      answers[INTENT] = intent({ last_payment_error: { code: 'card_declined' } });
      return refused;
    };
    expect(await pay()).toMatchObject({ status: 'NEEDS_CARD', decline: 'card_declined' });
  });

  test('fails with whatever else Stripe says', async () => {
    const { pay, answers } = await atStripe({ [CONFIRM]: refusal('lock_timeout') });
    await expect(pay()).rejects.toMatchObject({ code: 'lock_timeout' });
    answers['GET /payment_methods/pm_1'] = refusal('lock_timeout');
    await expect(pay()).rejects.toMatchObject({ code: 'lock_timeout' });
  });

  test('is saved as long as it is not paid, and given as it is afterwards', async () => {
    const { provider, answers } = await atStripe({
      ...{ [INTENT]: paid(), [UPDATE]: refusal('payment_intent_unexpected_state') },
    });
    const asked = { paymentId: 'pi_1', customerId: 'cus_1' };
    expect(await provider.saveCardOf(asked)).toMatchObject({ status: 'SUCCEEDED' });
    answers[UPDATE] = refusal('lock_timeout');
    await expect(provider.saveCardOf(asked)).rejects.toMatchObject({ code: 'lock_timeout' });
  });
});

describe('saved cards', () => {
  test('an account has one customer, which is found by its id', async () => {
    const found = list({ id: 'cus_0', metadata: { account_id: 'other' } });
    const { provider, answers, calls } = await atStripe({
      ...{ 'GET /customers/search': found, 'POST /customers': { id: 'cus_1' } },
    });
    expect(await provider.createCustomer('me')).toBe('cus_1');
    answers['GET /customers/search'] = list({ id: 'cus_7', metadata: { account_id: 'me' } });
    expect(await provider.createCustomer('me')).toBe('cus_7');
    expect(calls()).toEqual(['POST /customers']);
  });

  test('only cards of a customer are listed, with their faces', async () => {
    const card = { brand: 'visa', last4: '4242', exp_month: 1, exp_year: 2035 };
    const { provider } = await atStripe({
      'GET /customers/cus_1/payment_methods': list(
        { id: 'pm_1', customer: 'cus_1', card },
        { id: 'pm_2', customer: 'cus_1' },
        { id: 'pm_3', customer: null, card },
      ),
    });
    expect(await provider.listMethods('cus_1')).toEqual([
      { id: 'pm_1', customerId: 'cus_1', brand: 'visa', last4: '4242', expiryMonth: 1, expiryYear: 2035 },
    ]);
  });

  test('a card is removed from its customer alone, and a customer once', async () => {
    const { provider, answers, calls } = await atStripe({
      ...{ 'POST /payment_methods/pm_1/detach': { id: 'pm_1' }, 'DELETE /customers/cus_1': { id: 'cus_1' } },
    });
    await provider.removeMethod({ customerId: 'cus_2', methodId: 'pm_1' });
    await provider.removeMethod({ customerId: 'cus_1', methodId: 'pm_1' });
    await provider.removeCustomer('cus_1');
    await provider.removeCustomer('cus_2');
    expect(calls()).toEqual([
      ...['POST /payment_methods/pm_1/detach', 'DELETE /customers/cus_1', 'DELETE /customers/cus_2'],
    ]);
    answers['DELETE /customers/cus_1'] = refusal('lock_timeout');
    await expect(provider.removeCustomer('cus_1')).rejects.toMatchObject({ code: 'lock_timeout' });
  });

  test.each<[string, object, object]>([
    [
      'waits for a card',
      { status: 'requires_payment_method' },
      { status: 'NEEDS_CARD', decline: '', method: undefined },
    ],
    [
      'was declined',
      { status: 'requires_payment_method', last_setup_error: { code: 'card_declined' }, payment_method: null },
      { status: 'NEEDS_CARD', decline: 'card_declined' },
    ],
    [
      'is asked about by the bank',
      { status: 'requires_action', last_setup_error: { code: 'card_declined' } },
      { status: 'NEEDS_ACTION', decline: '', method: undefined },
    ],
    ['is saved', { status: 'succeeded' }, { status: 'SUCCEEDED', method: { id: 'pm_1', last4: '4242' } }],
    ['is saved, as a reference', { status: 'succeeded', payment_method: 'pm_1' }, { method: undefined }],
  ])('a card that %s is given so', async (_what, changes, expected) => {
    const card = { brand: 'visa', last4: '4242', exp_month: 1, exp_year: 2035 };
    const payment_method = { id: 'pm_1', customer: 'cus_1', card };
    const setup = { id: 'seti_1', client_secret: 'secret', last_setup_error: null, payment_method, ...changes };
    const { provider } = await atStripe({ 'GET /setup_intents/seti_1': setup });
    expect(await provider.getSetup('seti_1')).toMatchObject({ clientSecret: 'secret', ...expected });
  });
});

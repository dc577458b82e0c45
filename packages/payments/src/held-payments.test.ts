import { DomainError } from '@marquee/runtime/errors';
import type { Payment, PaymentProvider } from './payment-provider.ts';
import { createTestProvider } from './test-provider.ts';
import { testShop } from './testing/test-shop.ts';

/** A shop whose provider holds what is paid until it is taken, with payments whose ids follow from their orders. */
async function shop() {
  const at = {
    ...{ isDown: false, takes: true, isPaidMeanwhile: false, wentBack: false },
    ...{ refusal: undefined as DomainError | undefined, asked: [] as string[] },
  };
  const payments = new Map<string, Payment>();
  const answer = (call: string, change: () => Payment): Payment => {
    at.asked.push(call);
    if (at.refusal) throw at.refusal;
    if (at.isDown) throw new Error('there is no answer');
    const payment = change();
    payments.set(payment.id, payment);
    return payment;
  };
  const idOf = (orderId: string) => `held ${orderId}`;
  const empty = (orderId: string): Payment => ({
    ...{ id: idOf(orderId), orderId, amount: 499n, currency: 'USD', status: 'NEEDS_CARD', clientSecret: '' },
    ...{ decline: '', refunded: 0n, dispute: 'NONE', savesCard: false, isHeld: true },
  });
  const known = (id: string) => payments.get(id) ?? empty(id.slice('held '.length));
  const made = await testShop(
    (on): PaymentProvider => ({
      ...createTestProvider({ ...on, webhookSecret: 'secret' }),
      name: 'holds',
      paymentIdOf: ({ id }) => idOf(id),
      createPayment: async ({ id }) => answer('create', () => ({ ...empty(id), status: 'SUCCEEDED' })),
      getPayment: async (id) => answer('get', () => known(id)),
      capture: async (id) =>
        answer('take', () => {
          const payment = known(id);
          return at.wentBack ? { ...payment, refunded: payment.amount } : { ...payment, isHeld: !at.takes };
        }),
      cancelPayment: async (id) =>
        answer('cancel', () => ({ ...known(id), status: at.isPaidMeanwhile ? 'SUCCEEDED' : 'CANCELLED' })),
    }),
  );
  const kept = async (orderId: string) => {
    const text = 'SELECT state, is_held, must_cancel FROM orders WHERE id = $1';
    return (await made.db.query<{ state: string; isHeld: boolean; mustCancel: boolean }>(text, [orderId]))[0];
  };
  const later = async () => {
    made.clock.advance(31_000);
    at.asked = [];
    await made.sweep();
    return at.asked;
  };
  return { ...made, at, payments, idOf, kept, later };
}

test('what is held is taken once the order was delivered', async () => {
  const { started, kept, at, later } = await shop();
  const { orderId } = await started();
  expect(await kept(orderId)).toMatchObject({ state: 'FULFILLED', isHeld: false });
  expect(at.asked).toEqual(['create', 'take']);
  expect(await later()).toEqual([]);
});

test('what cannot be taken yet is taken later, and its order is delivered all the same', async () => {
  const { provider, said, started, kept, at, later } = await shop();
  at.takes = false;
  const { orderId } = await started();
  expect(await kept(orderId)).toMatchObject({ state: 'FULFILLED', isHeld: true });
  expect(await later()).toEqual(['take']);
  expect(await kept(orderId)).toMatchObject({ isHeld: true });
  at.takes = true;
  expect(await later()).toEqual(['take']);
  expect(await kept(orderId)).toMatchObject({ state: 'FULFILLED', isHeld: false });
  const { capture } = provider;
  provider.capture = async () => {
    throw new Error('there is no answer');
  };
  const unanswered = await started();
  expect(await kept(unanswered.orderId)).toMatchObject({ state: 'FULFILLED', isHeld: true });
  expect(said()).toContain('what is held for a delivered order waits to be taken');
  provider.capture = capture;
  expect(await later()).toEqual(['take']);
  expect(await kept(unanswered.orderId)).toMatchObject({ state: 'FULFILLED', isHeld: false });
});

test('an order whose provider does not answer ends at once, and what the provider may have of it later', async () => {
  const { desk, open, newOrder, kept, at, payments, idOf, stepsOf, later } = await shop();
  const { id } = await open(newOrder());
  at.isDown = true;
  expect(await desk.cancel(id)).toMatchObject({ state: 'CANCELLED' });
  expect([await kept(id), stepsOf(id)]).toEqual([
    { state: 'CANCELLED', isHeld: false, mustCancel: true },
    ['CANCELLED'],
  ]);
  expect(await later()).toEqual(['cancel']);
  expect(await kept(id)).toMatchObject({ mustCancel: true });
  at.isDown = false;
  expect(await later()).toEqual(['cancel']);
  expect(payments.get(idOf(id))?.status).toBe('CANCELLED');
  expect(await kept(id)).toMatchObject({ state: 'CANCELLED', mustCancel: false });
  expect(await later()).toEqual([]);
});

test('an order whose time is over expires, also while its provider does not answer', async () => {
  const { clock, desk, open, newOrder, at } = await shop();
  const { id } = await open(newOrder());
  clock.advance(60_001);
  at.isDown = true;
  expect(await desk.cancel(id)).toMatchObject({ state: 'EXPIRED' });
});

test('what a provider refuses to cancel stays as it is', async () => {
  const { desk, open, newOrder, kept, at } = await shop();
  const { id } = await open(newOrder());
  at.refusal = new DomainError({ kind: 'CONFLICT', reason: 'NOT_NOW', message: 'Not now.' });
  await expect(desk.cancel(id)).rejects.toMatchObject({ reason: 'NOT_NOW' });
  expect(await kept(id)).toMatchObject({ state: 'CREATED', mustCancel: false });
});

test('an order that was paid meanwhile cannot be cancelled, unless what was held for it is gone', async () => {
  const { desk, open, newOrder, kept, started, at, owned } = await shop();
  const { orderId } = await started();
  await expect(desk.cancel(orderId)).rejects.toMatchObject({ reason: 'PAYMENT_UNDER_WAY' });
  at.isPaidMeanwhile = true;
  const { id: taken } = await open(newOrder());
  await expect(desk.cancel(taken)).rejects.toMatchObject({ reason: 'PAYMENT_UNDER_WAY' });
  expect(await kept(taken)).toMatchObject({ state: 'FULFILLED', isHeld: false });
  at.wentBack = true;
  const { id: gone } = await open(newOrder());
  expect(await desk.cancel(gone)).toMatchObject({ state: 'REFUNDED' });
  expect([owned.has(taken), owned.has(gone)]).toEqual([true, false]);
});

import { newId } from '@marquee/data/ids';
import { DomainError } from '@marquee/runtime/errors';
import { browserPayment } from './browser-payment.ts';
import { keepTestCard } from './keep-test-card.ts';
import { asking, payWithSaved, saveCardOf } from './saved-cards.ts';
import { createTestProvider } from './test-provider.ts';
import { testShop } from './testing/test-shop.ts';

const [PAYS, DECLINES, ASKS] = ['4242424242424242', '4000000000000341', '4000002760003184'];

/** A shop whose buyer has saved cards. */
async function shop() {
  const made = await testShop(({ db, clock }) => createTestProvider({ db, clock, webhookSecret: 'webhook-secret' }));
  const { provider, desk } = made;
  const customerId = await provider.createCustomer(newId());
  let customersAsked = 0;
  async function saved(number: string): Promise<string> {
    const { clientSecret } = await provider.createSetup({ id: newId(), customerId });
    await provider.confirmSetup(clientSecret, { number, expiry: '12/34' });
    await provider.answerSetupChallenge(clientSecret, true);
    return (await provider.listMethods(customerId)).find(({ last4 }) => number.endsWith(last4))?.id ?? '';
  }
  const pay = (orderId: string, methodId: string, isOffSession = false) =>
    payWithSaved(desk, orderId, {
      ...{ id: newId(), methodId, isOffSession, description: 'A thing', returnPath: '/' },
      customerId: async () => {
        customersAsked += 1;
        return customerId;
      },
    });
  return { ...made, customerId, saved, pay, customersAsked: () => customersAsked };
}

test('an order that waits for a card is paid with a saved one, once', async () => {
  const { open, newOrder, saved, pay, customersAsked } = await shop();
  const { id } = await open(newOrder());
  const card = await saved(PAYS);
  expect(await pay(id, card)).toMatchObject({ order: { state: 'FULFILLED' }, payment: { status: 'SUCCEEDED' } });
  expect(await pay(id, card)).toMatchObject({ order: { state: 'FULFILLED' } });
  expect(customersAsked()).toBe(1);
});

test('a decline is kept with the order, and so is a card that is gone', async () => {
  const { started, saved, pay, db, clock } = await shop();
  const { orderId } = await started();
  const [declining, gone] = [await saved(DECLINES), await saved(PAYS)];
  expect(await pay(orderId, declining)).toMatchObject({ order: { state: 'PAYING', decline: 'generic_decline' } });
  await db.query('UPDATE test_methods SET removed_at = $1', [clock.now()]);
  expect(await pay(orderId, gone)).toMatchObject({
    ...{ order: { state: 'PAYING', decline: 'payment_method_gone' }, payment: { decline: 'payment_method_gone' } },
  });
});

test('what the bank asks is left to the buyer who is there, and taken over by a renewal', async () => {
  const { started, saved, pay, customersAsked } = await shop();
  const { orderId } = await started();
  const [asking, paying] = [await saved(ASKS), await saved(PAYS)];
  expect(await pay(orderId, asking)).toMatchObject({ payment: { status: 'NEEDS_ACTION' } });
  expect(await pay(orderId, paying)).toMatchObject({ payment: { status: 'NEEDS_ACTION' } });
  expect(customersAsked()).toBe(1);
  expect(await pay(orderId, paying, true)).toMatchObject({ order: { state: 'FULFILLED' } });
});

test('an order that has ended is not charged', async () => {
  const { desk, provider, started, saved, pay, customersAsked } = await shop();
  const { orderId, paymentId } = await started();
  await desk.cancel(orderId);
  expect(await pay(orderId, await saved(PAYS))).toMatchObject({ order: { state: 'CANCELLED' } });
  expect([customersAsked(), (await provider.getPayment(paymentId)).status]).toEqual([0, 'CANCELLED']);
});

test('the card that pays is saved while the order waits, and nothing is asked of one that is paid', async () => {
  const { desk, provider, started, customerId } = await shop();
  const { orderId, paymentId } = await started();
  const save = (customer: string | undefined) =>
    saveCardOf(desk, orderId, { description: 'A thing', customerId: customer });
  expect((await save(customerId)).payment.savesCard).toBe(true);
  expect((await save(undefined)).payment.savesCard).toBe(false);
  await provider.confirm(paymentId, { number: ASKS });
  expect((await save(customerId)).payment.savesCard).toBe(true);
  await provider.answerChallenge(paymentId, true);
  expect(await save(undefined)).toMatchObject({ payment: { status: 'SUCCEEDED', savesCard: true } });
});

test('a failure of the provider is said as one, and a refusal stays what it is', async () => {
  const refused = new DomainError({ kind: 'NOT_FOUND', reason: 'PAYMENT_NOT_FOUND', message: 'None.' });
  await expect(asking(() => Promise.reject(refused))).rejects.toBe(refused);
  await expect(asking(() => Promise.reject(new Error('no answer')))).rejects.toMatchObject({
    reason: 'PAYMENT_PROVIDER_UNAVAILABLE',
  });
  expect(await asking(async () => 7)).toBe(7);
});

test('a test card is kept for the buyer of the order, and for nobody once their account is closed', async () => {
  const { db, open, newOrder } = await shop();
  const kept: object[] = [];
  const answers = { error: undefined as Error | undefined };
  const keep = keepTestCard({
    db,
    customers: {
      keepTestCard: async (card) => {
        if (answers.error) throw answers.error;
        kept.push(card);
      },
    },
  });
  const order = await open(newOrder());
  const card = { number: PAYS, expiry: '12/34' };
  await keep({ orderId: order.id, ...card });
  expect(kept).toEqual([{ accountId: order.accountId, setupId: order.id, ...card }]);
  await keep({ orderId: newId(), ...card });
  await db.query('UPDATE orders SET account_id = NULL WHERE id = $1', [order.id]);
  await keep({ orderId: order.id, ...card });
  expect(kept).toHaveLength(1);
});

test('a browser is given what it pays with while it is its turn, at a provider that has a key for it', () => {
  const payment = { status: 'NEEDS_CARD' as const, clientSecret: 'secret', browserKey: 'pk' };
  const given = { clientSecret: 'secret', publishableKey: 'pk' };
  expect(browserPayment(payment)).toEqual(given);
  expect(browserPayment({ ...payment, status: 'NEEDS_ACTION' })).toEqual(given);
  for (const none of [undefined, { ...payment, browserKey: undefined }, { ...payment, status: 'SUCCEEDED' as const }]) {
    expect(browserPayment(none)).toBeUndefined();
  }
});

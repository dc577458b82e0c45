import { createTestProvider } from './test-provider.ts';
import { NO_DIFFERENCES, testShop } from './testing/test-shop.ts';

const SECRET = 'webhook-secret';
const GOOD = { number: '4242424242424242' };
const NOTHING = { PROVIDER: 0n, UNDELIVERED: 0n, PLATFORM_FEE: 0n, EARNINGS: 0n };

/** A shop at the test provider, whose refunds may be interrupted. */
async function shop() {
  const at: { afterRefund: () => Promise<void>; failure: string | undefined } = {
    afterRefund: async () => {},
    failure: 'declined',
  };
  const made = await testShop((on) => {
    const provider = createTestProvider({ ...on, webhookSecret: SECRET });
    const { refund } = provider;
    return {
      ...provider,
      async refund(asked: Parameters<typeof refund>[0]) {
        const state = await refund(asked);
        await at.afterRefund();
        return state;
      },
      refundFailure: async () => at.failure,
    };
  });
  const { db, provider, desk, started } = made;
  async function sold(card = GOOD): Promise<{ orderId: string; paymentId: string }> {
    const order = await started();
    await provider.confirm(order.paymentId, card);
    await desk.refresh(order.orderId);
    return order;
  }
  const set = (orderId: string, state: string) =>
    db.query('UPDATE orders SET state = $2 WHERE id = $1', [orderId, state]);
  const setPayment = (paymentId: string, column: string, value: unknown) =>
    db.query(`UPDATE test_payments SET ${column} = $2 WHERE id = $1`, [paymentId, value]);
  return { ...made, at, sold, set, setPayment };
}

test('an order waits for a card, keeps why one was declined, and is delivered once another has paid', async () => {
  const { db, provider, desk, started, owned, stepsOf, books } = await shop();
  const { orderId, paymentId } = await started();
  const decline = async () => (await db.query('SELECT decline FROM orders WHERE id = $1', [orderId]))[0];
  await provider.confirm(paymentId, { number: '4000000000009995' });
  await desk.refresh(orderId);
  expect(await decline()).toEqual({ decline: 'insufficient_funds' });
  await provider.confirm(paymentId, GOOD);
  const { order } = await desk.refresh(orderId);
  expect(order).toMatchObject({ state: 'FULFILLED', paidAmount: 499n, fulfilledAt: expect.any(Date) });
  expect(await decline()).toEqual({ decline: '' });
  expect([owned.has(orderId), stepsOf(orderId)]).toEqual([true, ['FULFILLED']]);
  expect(await books()).toEqual({ PROVIDER: -499n, UNDELIVERED: 0n, PLATFORM_FEE: 100n, EARNINGS: 399n });
});

test('a refund that fails gives back what was taken for it, says why, and can be asked for again', async () => {
  const { db, sold, at, refund, owned, orderOf, stepsOf, books } = await shop();
  const { orderId } = await sold({ number: '4000000000005126' });
  await refund(orderId);
  at.failure = undefined;
  await refund(orderId);
  const failures = await db.query('SELECT state, failure FROM order_refunds ORDER BY created_at, id');
  expect(failures).toEqual([
    { state: 'FAILED', failure: 'declined' },
    { state: 'FAILED', failure: 'UNKNOWN' },
  ]);
  expect([owned.has(orderId), await orderOf(orderId)]).toMatchObject([true, { state: 'FULFILLED' }]);
  const tried = ['STAFF PENDING', 'STAFF FAILED'];
  expect(stepsOf(orderId)).toEqual(['FULFILLED', ...tried, ...tried]);
  expect((await books()).PROVIDER).toBe(-499n);
});

test('what is sold out when its money comes is not delivered, and the money goes back', async () => {
  const { sold, stock, owned, orderOf, refundsOf, stepsOf, books, counts } = await shop();
  stock.isSoldOut = true;
  const { orderId } = await sold();
  expect(await orderOf(orderId)).toMatchObject({ state: 'REFUNDED' });
  expect(await refundsOf(orderId)).toEqual([{ kind: 'LATE', state: 'SUCCEEDED', amount: null }]);
  expect([owned.has(orderId), stepsOf(orderId)]).toEqual([false, ['PAID', 'LATE PENDING', 'LATE SUCCEEDED']]);
  expect(await books()).toEqual(NOTHING);
  expect(await counts()).toEqual(NO_DIFFERENCES);
});

test('what is paid after its time is delivered, and after it was cancelled the money goes back', async () => {
  const { provider, desk, started, set, orderOf, owned } = await shop();
  const [expired, cancelled] = [await started(), await started()];
  await set(expired.orderId, 'EXPIRED');
  await set(cancelled.orderId, 'CANCELLED');
  for (const { orderId, paymentId } of [expired, cancelled]) {
    await provider.confirm(paymentId, GOOD);
    await desk.refresh(orderId);
  }
  expect([(await orderOf(expired.orderId)).state, owned.has(expired.orderId)]).toEqual(['FULFILLED', true]);
  expect([(await orderOf(cancelled.orderId)).state, owned.has(cancelled.orderId)]).toEqual(['REFUNDED', false]);
});

test.each([
  ['amount', 500],
  ['currency', 'EUR'],
])('another %s than that of the order delivers nothing, and goes back with the reason', async (column, value) => {
  const { db, provider, desk, started, setPayment, orderOf, owned } = await shop();
  const { orderId, paymentId } = await started();
  await setPayment(paymentId, column, value);
  await provider.confirm(paymentId, GOOD);
  await desk.refresh(orderId);
  expect([(await orderOf(orderId)).state, owned.has(orderId)]).toEqual(['REFUNDED', false]);
  expect(await db.query('SELECT reason FROM order_refunds WHERE order_id = $1', [orderId])).toEqual([
    { reason: 'The provider took another amount.' },
  ]);
});

test('a refund that fails gives the thing back, and the money stays where it was', async () => {
  const { sold, refund, owned, orderOf, stepsOf, books, counts } = await shop();
  const { orderId } = await sold({ number: '4000000000005126' });
  await refund(orderId);
  expect(await orderOf(orderId)).toMatchObject({ state: 'FULFILLED', returned: 0n });
  expect(owned.has(orderId)).toBe(true);
  expect(stepsOf(orderId)).toEqual(['FULFILLED', 'STAFF PENDING', 'STAFF FAILED']);
  expect(await books()).toEqual({ PROVIDER: -499n, UNDELIVERED: 0n, PLATFORM_FEE: 100n, EARNINGS: 399n });
  expect(await counts()).toEqual(NO_DIFFERENCES);
});

test('money that could not go back for what was never delivered stays with the platform', async () => {
  const { sold, stock, owned, orderOf, stepsOf, books } = await shop();
  stock.isSoldOut = true;
  const { orderId } = await sold({ number: '4000000000005126' });
  expect(await orderOf(orderId)).toMatchObject({ state: 'PAID' });
  expect(owned.has(orderId)).toBe(false);
  expect(stepsOf(orderId).at(-1)).toBe('LATE FAILED');
  expect(await books()).toEqual({ ...NOTHING, PROVIDER: -499n, UNDELIVERED: 499n });
});

test('the answer to a refund that has ended meanwhile does not end the next one', async () => {
  const { at, provider, desk, transact, sold, refund, refundsOf } = await shop();
  const { orderId } = await sold();
  at.afterRefund = async () => {
    at.afterRefund = async () => {};
    // The provider's event is quicker than its answer, and somebody asks for another part at once.
    await provider.run(desk.receive);
    const asked = { kind: 'STAFF' as const, reason: '', askedBy: null, part: { amount: 50n, id: null } };
    await transact((write) => desk.askRefund(write, orderId, asked));
  };
  await refund(orderId, 100n);
  expect((await refundsOf(orderId)).map(({ state, amount }) => [state, amount])).toEqual([
    ['SUCCEEDED', 100n],
    ['PENDING', 50n],
  ]);
});

test('a bank that takes the money while a refund waits ends that refund, and nothing goes back twice', async () => {
  const { desk, sold, refund, setPayment, orderOf, refundsOf, books } = await shop();
  const { orderId, paymentId } = await sold({ number: '4000000000007726' });
  await refund(orderId);
  await setPayment(paymentId, 'dispute', 'OPEN');
  await desk.refresh(orderId);
  expect(await refundsOf(orderId)).toMatchObject([{ kind: 'STAFF', state: 'PENDING' }]);
  await setPayment(paymentId, 'dispute', 'LOST');
  await desk.refresh(orderId);
  expect(await orderOf(orderId)).toMatchObject({ state: 'REFUNDED' });
  expect(await refundsOf(orderId)).toMatchObject([{ kind: 'STAFF', state: 'SUCCEEDED' }]);
  expect(await books()).toEqual(NOTHING);
});

test('a bank that takes the rest while a part is on its way takes all but the part', async () => {
  const { clock, provider, desk, sold, refund, setPayment, orderOf, refundsOf, books } = await shop();
  const { orderId, paymentId } = await sold({ number: '4000000000007726' });
  await refund(orderId, 100n);
  await setPayment(paymentId, 'dispute', 'LOST');
  await desk.refresh(orderId);
  expect(await orderOf(orderId)).toMatchObject({ state: 'FULFILLED', returned: 0n });
  clock.advance(5_000);
  await provider.run(desk.receive);
  expect(await orderOf(orderId)).toMatchObject({ state: 'REFUNDED' });
  expect((await refundsOf(orderId)).map(({ kind, state, amount }) => [kind, state, amount])).toEqual([
    ['STAFF', 'SUCCEEDED', 100n],
    ['DISPUTE', 'SUCCEEDED', null],
  ]);
  expect(await books()).toEqual(NOTHING);
});

test('an open dispute of what was delivered takes it back once, however often it is reported', async () => {
  const { desk, sold, setPayment, owned, refundsOf } = await shop();
  const { orderId, paymentId } = await sold();
  await setPayment(paymentId, 'dispute', 'OPEN');
  for (const _time of ['once', 'twice']) await desk.refresh(orderId);
  expect(owned.has(orderId)).toBe(false);
  expect(await refundsOf(orderId)).toEqual([{ kind: 'DISPUTE', state: 'PENDING', amount: null }]);
});

import * as accounts from '@marquee/ledger/accounts';
import { recordingLog } from '@marquee/testing/recording-log';
import * as differences from './differences.ts';
import { createReconciler } from './reconciler.ts';
import { createTestProvider } from './test-provider.ts';
import { NO_DIFFERENCES as NONE, testShop } from './testing/test-shop.ts';

/** A shop at the test provider, with orders that are paid and delivered. */
async function shop() {
  const made = await testShop(({ db, clock }) => createTestProvider({ db, clock, webhookSecret: 'webhook-secret' }));
  const { provider, desk, started } = made;
  async function sold(number = '4242424242424242'): Promise<{ orderId: string; paymentId: string }> {
    const order = await started();
    await provider.confirm(order.paymentId, { number });
    await desk.refresh(order.orderId);
    return order;
  }
  return { ...made, sold };
}

test('what fits is counted as nothing, and what differs by its kind until it fits again', async () => {
  const { db, clock, said, sold, counts } = await shop();
  const [behind, changed, stuck] = [await sold(), await sold(), await sold()];
  expect(await counts()).toEqual(NONE);
  await expect(counts(AbortSignal.abort(new Error('leaving')))).rejects.toThrow('leaving');

  await db.query('UPDATE orders SET fee = 99 WHERE id = $1', [behind.orderId]);
  expect(await counts()).toEqual({ ...NONE, BOOKS: 1 });
  await db.query('UPDATE orders SET fee = 100 WHERE id = $1', [behind.orderId]);
  expect(await counts()).toEqual(NONE);

  await db.query('UPDATE test_payments SET amount = 500 WHERE id = $1', [changed.paymentId]);
  expect(await counts()).toEqual({ ...NONE, PROVIDER: 1 });
  await db.query('UPDATE test_payments SET amount = 499 WHERE id = $1', [changed.paymentId]);
  expect(await counts()).toEqual(NONE);

  // Paid, and its delivery was never booked.
  await db.query("UPDATE orders SET state = 'PAID' WHERE id = $1", [stuck.orderId]);
  await db.query(`UPDATE ledger_transfers SET subject_id = NULL WHERE subject_id = $1 AND reason = 'SALE'`, [
    stuck.orderId,
  ]);
  expect(await counts()).toEqual(NONE);
  clock.advance(601_000);
  expect(await counts()).toEqual({ ...NONE, STUCK: 1 });
  const [differs, fits] = ['orders, books and payment provider differ', 'an order that differed fits again'];
  const ofOrders = said().filter((line) => line === differs || line === fits);
  expect(ofOrders).toEqual([differs, fits, differs, fits, differs]);
});

test('what differs is kept with its amounts and since when, for every process, until it fits again', async () => {
  const { db, clock, desk, sold, counts } = await shop();
  expect(await differences.list({ db })).toEqual({ differences: [], total: 0, comparedAt: null });
  const [behind, changed] = [await sold(), await sold()];
  await counts();
  expect(await differences.list({ db })).toEqual({ differences: [], total: 0, comparedAt: clock.now() });

  const foundAt = clock.now();
  await db.query('UPDATE orders SET paid_amount = 600 WHERE id = $1', [behind.orderId]);
  await counts();
  clock.advance(60_000);
  await db.query('UPDATE test_payments SET amount = 500 WHERE id = $1', [changed.paymentId]);
  await counts();
  const order = { itemKind: 'THING', currency: 'USD', state: 'FULFILLED', booked: 499n };
  expect(await differences.list({ db })).toMatchObject({
    differences: [
      { ...order, id: behind.orderId, kind: 'BOOKS', foundAt, amount: 600n },
      { ...order, id: changed.orderId, kind: 'PROVIDER', foundAt: clock.now(), amount: 499n },
    ],
    ...{ total: 2, comparedAt: clock.now() },
  });

  // A process that starts now knows them, and asks the provider about them again.
  const { log, said } = recordingLog();
  const other = createReconciler({ db, desk, clock, log });
  await other.run(new AbortController().signal);
  expect(other.counts()).toEqual([
    [1, { kind: 'BOOKS' }],
    [1, { kind: 'PROVIDER' }],
    [0, { kind: 'STUCK' }],
  ]);
  expect(said()).toEqual([]);
  await db.query('UPDATE orders SET paid_amount = 499 WHERE id = $1', [behind.orderId]);
  await db.query('UPDATE test_payments SET amount = 499 WHERE id = $1', [changed.paymentId]);
  await other.run(new AbortController().signal);
  expect(await differences.list({ db })).toMatchObject({ differences: [], total: 0 });
  // The first one learns it in its next round.
  expect(await counts()).toEqual(NONE);
});

test('what the provider does not know or answer leaves the others compared', async () => {
  const { db, provider, said, sold, counts } = await shop();
  const [unknown, unanswered, other, behind] = [await sold(), await sold(), await sold(), await sold()];
  await db.query("UPDATE orders SET payment_id = 'pi_nobody_knows' WHERE id = $1", [unknown.orderId]);
  await db.query('UPDATE test_payments SET amount = 498 WHERE id = $1', [other.paymentId]);
  await db.query('UPDATE orders SET fee = 99 WHERE id = $1', [behind.orderId]);
  const { getPayment } = provider;
  provider.getPayment = async (id) => {
    if (id === unanswered.paymentId) throw new Error('The provider does not answer.');
    return getPayment(id);
  };
  expect(await counts()).toEqual({ ...NONE, BOOKS: 1, PROVIDER: 2 });
  expect(said()).toContain('an order could not be compared with the payment provider');
});

test('a round looks at 200 orders at a time and asks the provider about 20 of them; the oldest 200 differences are listed', async () => {
  const { db, clock } = await shop();
  await db.query(
    `INSERT INTO orders (id, account_id, kind, item_id, amount, currency, fee, payee_id, state, provider, payment_id,
       held_until, checked_at, created_at)
     SELECT id, id, 'THING', id, 499, 'USD', 100, id, 'PAYING', 'test', id, $1, $1, $1
     FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, 203)) AS made`,
    [clock.now()],
  );
  let asked = 0;
  const refresh = async () => {
    asked += 1;
    return {} as never;
  };
  const { log } = recordingLog();
  const other = createReconciler({ db, desk: { refresh }, clock, log });
  const round = async () => {
    await other.run(new AbortController().signal);
    return [asked, (await differences.list({ db })).comparedAt];
  };
  expect(await round()).toEqual([20, null]);
  expect(await round()).toEqual([23, clock.now()]);

  await db.query(`INSERT INTO payment_differences (id, kind, found_at) SELECT id, 'STUCK', created_at FROM orders`);
  const listed = await differences.list({ db });
  expect([listed.differences.length, listed.total]).toEqual([200, 203]);
});

test('a payment that was cancelled fits an order that it went back of, and no other', async () => {
  const { provider, sold, refund, counts } = await shop();
  const [back, delivered] = [await sold(), await sold()];
  await refund(back.orderId);
  const { getPayment } = provider;
  const cancelled = new Set([back.paymentId]);
  provider.getPayment = async (id) => {
    const payment = await getPayment(id);
    return cancelled.has(id) ? { ...payment, status: 'CANCELLED' } : payment;
  };
  expect(await counts()).toEqual(NONE);
  cancelled.add(delivered.paymentId);
  expect(await counts()).toEqual({ ...NONE, PROVIDER: 1 });
});

test('a refund that was made at the provider alone is taken over', async () => {
  const { db, sold, counts } = await shop();
  const { orderId, paymentId } = await sold();
  await db.query('UPDATE test_payments SET refunded = 499 WHERE id = $1', [paymentId]);
  expect(await counts()).toEqual(NONE);
  expect(await db.query('SELECT state FROM orders WHERE id = $1', [orderId])).toEqual([{ state: 'REFUNDED' }]);
  const text = 'SELECT kind, state FROM order_refunds WHERE order_id = $1';
  expect(await db.query(text, [orderId])).toEqual([{ kind: 'PROVIDER', state: 'SUCCEEDED' }]);
  expect((await accounts.balancesOfKind(db, 'PLATFORM_FEE')).get('USD')?.posted).toBe(0n);
  expect(await counts()).toEqual(NONE);
});

test('a part that was given back at the provider alone is taken over, and the thing stays', async () => {
  const { db, sold, counts, orderOf, refundsOf, owned, books } = await shop();
  const { orderId, paymentId } = await sold();
  await db.query('UPDATE test_payments SET refunded = 200 WHERE id = $1', [paymentId]);
  expect(await counts()).toEqual(NONE);
  expect(await orderOf(orderId)).toEqual({ state: 'FULFILLED', returned: 200n, returnedFee: 40n });
  expect(await refundsOf(orderId)).toEqual([{ kind: 'PROVIDER', state: 'SUCCEEDED', amount: 200n }]);
  expect(owned.has(orderId)).toBe(true);
  expect(await books()).toEqual({ PROVIDER: -299n, UNDELIVERED: 0n, PLATFORM_FEE: 60n, EARNINGS: 239n });
  expect(await counts()).toEqual(NONE);
});

test('parts go back one after the other with their part of the fee, and the last one ends the order', async () => {
  const { sold, refund, orderOf, refundsOf, owned, books, counts } = await shop();
  const { orderId } = await sold();
  await refund(orderId, 100n);
  await refund(orderId, 150n);
  expect(await orderOf(orderId)).toEqual({ state: 'FULFILLED', returned: 250n, returnedFee: 50n });
  expect(await books()).toEqual({ PROVIDER: -249n, UNDELIVERED: 0n, PLATFORM_FEE: 50n, EARNINGS: 199n });
  expect(owned.has(orderId)).toBe(true);
  await expect(refund(orderId, 250n)).rejects.toMatchObject({ reason: 'REFUND_TOO_LARGE', metadata: { left: '249' } });
  await expect(refund(orderId, 0n)).rejects.toMatchObject({ reason: 'REFUND_TOO_LARGE' });
  await refund(orderId, 249n);
  expect(await orderOf(orderId)).toMatchObject({ state: 'REFUNDED' });
  expect((await refundsOf(orderId)).map(({ amount }) => amount)).toEqual([100n, 150n, null]);
  expect(owned.has(orderId)).toBe(false);
  expect(await books()).toEqual({ PROVIDER: 0n, UNDELIVERED: 0n, PLATFORM_FEE: 0n, EARNINGS: 0n });
  expect(await counts()).toEqual(NONE);
});

test('a part that the provider cannot give back stays sold, and one at a time is on its way', async () => {
  const { clock, provider, desk, sold, refund, orderOf, books, counts } = await shop();
  const failing = await sold('4000000000005134');
  await refund(failing.orderId, 100n);
  expect(await orderOf(failing.orderId)).toMatchObject({ state: 'FULFILLED', returned: 0n });
  const slow = await sold('4000000000007726');
  await refund(slow.orderId, 100n);
  await expect(refund(slow.orderId, 100n)).rejects.toMatchObject({ reason: 'REFUND_PENDING' });
  expect(await counts()).toEqual(NONE);
  clock.advance(5_000);
  await provider.run(desk.receive);
  expect(await orderOf(slow.orderId)).toMatchObject({ state: 'FULFILLED', returned: 100n });
  expect(await books()).toEqual({ PROVIDER: -898n, UNDELIVERED: 0n, PLATFORM_FEE: 180n, EARNINGS: 718n });
});

test('a dispute takes the thing back while it is open; a won one gives it back, and a lost one stays', async () => {
  const { clock, provider, desk, sold, orderOf, refundsOf, owned, books, counts } = await shop();
  const [won, lost] = [await sold('4000000000002685'), await sold('4000000000000259')];
  expect(await orderOf(won.orderId)).toMatchObject({ state: 'FULFILLED' });
  expect(await refundsOf(won.orderId)).toEqual([{ kind: 'DISPUTE', state: 'PENDING', amount: null }]);
  expect(await orderOf(lost.orderId)).toMatchObject({ state: 'REFUNDED' });
  expect([owned.has(won.orderId), owned.has(lost.orderId)]).toEqual([false, false]);
  expect(await counts()).toEqual(NONE);
  clock.advance(5_000);
  await provider.run(desk.receive);
  expect(await refundsOf(won.orderId)).toEqual([{ kind: 'DISPUTE', state: 'FAILED', amount: null }]);
  expect([owned.has(won.orderId), owned.has(lost.orderId)]).toEqual([true, false]);
  expect(await books()).toEqual({ PROVIDER: -499n, UNDELIVERED: 0n, PLATFORM_FEE: 100n, EARNINGS: 399n });
  expect(await counts()).toEqual(NONE);
});

test('a dispute that is won without an event is found by the sweeper within an hour', async () => {
  const { db, clock, sold, sweep, refundsOf, owned } = await shop();
  const { orderId, paymentId } = await sold('4000000000002685');
  await db.query("UPDATE test_payments SET dispute = 'WON' WHERE id = $1", [paymentId]);
  await sweep();
  expect(await refundsOf(orderId)).toMatchObject([{ state: 'PENDING' }]);
  clock.advance(3_601_000);
  await sweep();
  expect(await refundsOf(orderId)).toMatchObject([{ state: 'FAILED' }]);
  expect(owned.has(orderId)).toBe(true);
});

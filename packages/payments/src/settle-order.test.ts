import { newId } from '@marquee/data/ids';
import * as differences from './differences.ts';
import * as orders from './orders.ts';
import { createTestProvider } from './test-provider.ts';
import { NO_DIFFERENCES, testShop } from './testing/test-shop.ts';

const SECRET = 'webhook-secret';
const GOOD = { number: '4242424242424242' };
const FAILS_LATER = { number: '4000000000005126' };
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
  const { orderId } = await sold({ number: '4000000000005134' });
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
  const { orderId } = await sold({ number: '4000000000005134' });
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
  const { orderId } = await sold({ number: '4000000000005134' });
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

/** A shop whose refunds fail some seconds after they have succeeded, and where staff deal with that. */
async function failingLater() {
  const made = await shop();
  const { db, clock, provider, desk, transact } = made;
  async function later(): Promise<void> {
    clock.advance(5_000);
    await provider.run(desk.receive);
  }
  async function giveBack(orderId: string, isPaidElsewhere = false): Promise<void> {
    const asked = { reason: 'The card was closed', askedBy: null, isPaidElsewhere };
    await transact((write) => desk.giveBackOwed(write, orderId, asked));
    await desk.sendRefund(orderId);
  }
  async function owedOf(id: string) {
    const text = 'SELECT state, returned, owed, paid_elsewhere FROM orders WHERE id = $1';
    const [row] = await db.query(text, [id]);
    return row;
  }
  /** Of each movement of an order, what was moved at the provider. */
  const movements = (id: string) =>
    db.query(
      `SELECT t.reason, t.state, e.amount FROM ledger_transfers t JOIN ledger_entries e ON e.transfer_id = t.id
         JOIN ledger_accounts a ON a.id = e.account_id AND a.kind IN ('PROVIDER', 'PAID_ELSEWHERE')
       WHERE t.subject_id = $1 ORDER BY t.created_at, t.id`,
      [id],
    );
  return { ...made, later, giveBack, owedOf, movements };
}

const OWED = { state: 'REFUNDED', returned: 0n, owed: 499n, paidElsewhere: 0n };
const IS_OWED = { ...NOTHING, PROVIDER: -499n, UNDELIVERED: 499n };

test('what a refund gave back that fails later is owed to the buyer, and nothing else changes', async () => {
  const { db, desk, sold, refund, later, owned, owedOf, stepsOf, books, counts, movements } = await failingLater();
  const { orderId } = await sold(FAILS_LATER);
  await refund(orderId);
  expect([await owedOf(orderId), await books()]).toEqual([{ ...OWED, owed: 0n }, NOTHING]);
  const before = await movements(orderId);
  for (const _time of ['once', 'twice']) {
    await later();
    await desk.refresh(orderId);
    expect([await owedOf(orderId), await books()]).toEqual([OWED, IS_OWED]);
  }
  expect(owned.has(orderId)).toBe(false);
  const failed = await db.query('SELECT state, failure, failed_at IS NOT NULL AS later FROM order_refunds');
  expect(failed).toEqual([{ state: 'SUCCEEDED', failure: 'expired_or_canceled_card', later: true }]);
  expect(stepsOf(orderId)).toEqual(['FULFILLED', 'STAFF PENDING', 'STAFF SUCCEEDED', 'STAFF FAILED']);
  // A movement of its own: those before it stay as they were.
  expect(await movements(orderId)).toEqual([...before, { reason: 'REFUND_FAILED', state: 'POSTED', amount: -499n }]);
  expect(await counts()).toEqual({ ...NO_DIFFERENCES, STUCK: 1 });
  const [difference] = (await differences.list({ db })).differences;
  expect(difference).toMatchObject({ id: orderId, kind: 'STUCK', amount: 499n, owed: 499n, owedRefunding: false });
});

test('what is owed is given back again, as often as that fails later, or was paid in another way', async () => {
  const { db, sold, refund, later, giveBack, owedOf, books, counts, setPayment } = await failingLater();
  const { orderId, paymentId } = await sold(FAILS_LATER);
  await expect(giveBack(orderId)).rejects.toMatchObject({ reason: 'NOT_REFUNDABLE' });
  await refund(orderId);
  await later();
  await giveBack(orderId);
  expect([await owedOf(orderId), await books()]).toEqual([{ ...OWED, owed: 0n }, NOTHING]);
  expect(await counts()).toEqual(NO_DIFFERENCES);
  await later();
  expect([await owedOf(orderId), await books()]).toEqual([OWED, IS_OWED]);
  // Refused at once: it stays owed.
  await setPayment(paymentId, 'refunds_as', 'FAILED');
  await giveBack(orderId);
  expect([await owedOf(orderId), await books()]).toEqual([OWED, IS_OWED]);
  await giveBack(orderId, true);
  expect(await owedOf(orderId)).toEqual({ ...OWED, owed: 0n, paidElsewhere: 499n });
  expect(await books()).toEqual({ ...NOTHING, PROVIDER: -499n });
  const kinds = await db.query('SELECT kind, state, is_owed FROM order_refunds ORDER BY created_at, id');
  expect(kinds.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
    'STAFF SUCCEEDED',
    'STAFF SUCCEEDED',
    'STAFF FAILED',
    'ELSEWHERE SUCCEEDED',
  ]);
  expect(await counts()).toEqual(NO_DIFFERENCES);
  await expect(giveBack(orderId, true)).rejects.toMatchObject({ reason: 'NOT_REFUNDABLE' });
});

test('while what is owed is on its way back it is not given back twice', async () => {
  const { db, sold, refund, later, giveBack, owedOf, setPayment, counts } = await failingLater();
  const { orderId, paymentId } = await sold(FAILS_LATER);
  await refund(orderId);
  await later();
  await setPayment(paymentId, 'refunds_as', 'PENDING');
  expect(await counts()).toEqual({ ...NO_DIFFERENCES, STUCK: 1 });
  await giveBack(orderId);
  expect((await differences.list({ db })).differences).toMatchObject([{ owed: 499n, owedRefunding: true }]);
  for (const isPaidElsewhere of [false, true]) {
    await expect(giveBack(orderId, isPaidElsewhere)).rejects.toMatchObject({ reason: 'REFUND_PENDING' });
  }
  expect(await owedOf(orderId)).toEqual(OWED);
  await later();
  expect([await owedOf(orderId), await counts()]).toEqual([{ ...OWED, owed: 0n }, NO_DIFFERENCES]);
});

test('of a part that fails later the rest stays as it was, also where that is refunded afterwards', async () => {
  const { sold, refund, later, giveBack, owned, owedOf, books, counts } = await failingLater();
  const { orderId } = await sold(FAILS_LATER);
  await refund(orderId, 100n);
  const [kept, shares] = [await owedOf(orderId), await books()];
  await later();
  expect([await owedOf(orderId), owned.has(orderId)]).toEqual([{ ...kept, owed: 100n }, true]);
  expect(await books()).toEqual({ ...shares, PROVIDER: -499n, UNDELIVERED: 100n });
  await refund(orderId);
  expect(await owedOf(orderId)).toEqual({ ...OWED, returned: 100n, owed: 100n });
  await later();
  expect([await owedOf(orderId), await books()]).toEqual([{ ...OWED, returned: 100n }, IS_OWED]);
  await giveBack(orderId, true);
  expect([(await books()).UNDELIVERED, await counts()]).toEqual([0n, NO_DIFFERENCES]);
});

test('what is owed and goes back in the pages of the provider is owed no more', async () => {
  const { provider, desk, sold, refund, later, owedOf, books, refundsOf, setPayment } = await failingLater();
  const { orderId, paymentId } = await sold(FAILS_LATER);
  await refund(orderId);
  await later();
  await setPayment(paymentId, 'refunds_as', 'SUCCEEDED');
  for (const amount of [200n, 299n]) {
    await provider.refund({ id: newId(), paymentId, amount });
    await desk.refresh(orderId);
  }
  expect([await owedOf(orderId), await books()]).toEqual([{ ...OWED, owed: 0n }, NOTHING]);
  expect((await refundsOf(orderId)).map(({ kind, amount }) => [kind, amount])).toEqual([
    ['STAFF', null],
    ['PROVIDER', 200n],
    ['PROVIDER', 299n],
  ]);
});

test('an answer from before a refund failed does not say that it is back again', async () => {
  const { provider, desk, sold, refund, later, owedOf, db } = await failingLater();
  const { orderId, paymentId } = await sold(FAILS_LATER);
  await refund(orderId);
  const before = await provider.getPayment(paymentId);
  const order = await orders.find(db, orderId);
  await later();
  await desk.follow(order as orders.Order, { ...before, failedRefunds: [] });
  await desk.follow({ ...(order as orders.Order), owed: 499n }, before);
  expect(await owedOf(orderId)).toEqual(OWED);
});

test.each([
  ['lost before the refund failed', ['LOST', 'fails']],
  ['lost after it', ['fails', 'LOST']],
  ['opened before and lost after it', ['OPEN', 'fails', 'LOST']],
] as const)('a part whose refund fails is not owed once the bank gave all back: a dispute %s', async (_how, steps) => {
  const { desk, sold, refund, later, setPayment, owedOf, books, counts } = await failingLater();
  const { orderId, paymentId } = await sold(FAILS_LATER);
  await refund(orderId, 100n);
  for (const step of steps) {
    if (step === 'fails') await later();
    else await setPayment(paymentId, 'dispute', step);
    await desk.refresh(orderId);
  }
  expect(await owedOf(orderId)).toEqual({ ...OWED, returned: 100n, owed: 0n });
  expect([await books(), await counts()]).toEqual([NOTHING, NO_DIFFERENCES]);
});

test('a dispute that is won leaves what is owed owed', async () => {
  const { desk, sold, refund, later, setPayment, owned, owedOf } = await failingLater();
  const { orderId, paymentId } = await sold(FAILS_LATER);
  await refund(orderId, 100n);
  await setPayment(paymentId, 'dispute', 'OPEN');
  await later();
  await setPayment(paymentId, 'dispute', 'WON');
  await desk.refresh(orderId);
  expect(await owedOf(orderId)).toEqual({ ...OWED, state: 'FULFILLED', returned: 100n, owed: 100n });
  expect(owned.has(orderId)).toBe(true);
});

test('what failed before it was seen to have succeeded is a refund that failed', async () => {
  const { clock, db, desk, provider, sold, transact, owned, owedOf } = await failingLater();
  const { orderId, paymentId } = await sold(FAILS_LATER);
  await transact((write) => desk.askRefund(write, orderId, { kind: 'STAFF', reason: '', askedBy: null }));
  const [pending] = await db.query<{ id: string }>('SELECT id FROM order_refunds');
  // The answer to this was lost, and so was its event.
  await provider.refund({ id: pending?.id ?? '', paymentId, amount: 499n });
  clock.advance(5_000);
  await provider.run(async () => {});
  await desk.sendRefund(orderId);
  expect([await owedOf(orderId), owned.has(orderId)]).toEqual([{ ...OWED, state: 'FULFILLED', owed: 0n }, true]);
});

import { newId } from '@marquee/data/ids';
import { orderNotFound, providerUnavailable } from './order-errors.ts';
import type { Order } from './orders.ts';
import * as orders from './orders.ts';
import type { AskedRefund } from './settle-order.ts';
import { createTestProvider } from './test-provider.ts';
import { testShop } from './testing/test-shop.ts';
import { signWebhook } from './webhook-signature.ts';

const SECRET = 'webhook-secret';
const GOOD = { number: '4242424242424242' };
const SLOW_REFUND = { number: '4000000000007726' };

/** A shop at the test provider. `at` changes what that provider does, and says how often it was asked. */
async function shop() {
  const at = { meanwhile: async (_orderId: string) => {}, isDown: false, asked: 0 };
  const made = await testShop((on) => {
    const provider = createTestProvider({ ...on, webhookSecret: SECRET });
    const { createPayment, getPayment } = provider;
    return {
      ...provider,
      async createPayment(order: Parameters<typeof createPayment>[0]) {
        const payment = await createPayment(order);
        await at.meanwhile(order.id);
        return payment;
      },
      async getPayment(id: string) {
        at.asked += 1;
        if (at.isDown) throw new Error('there is no answer');
        return getPayment(id);
      },
    };
  });
  const { provider, desk, started, transact } = made;
  async function sold(card = GOOD): Promise<{ orderId: string; paymentId: string }> {
    const order = await started();
    await provider.confirm(order.paymentId, card);
    await desk.refresh(order.orderId);
    return order;
  }
  const askRefund = (orderId: string, part?: AskedRefund['part']) => {
    const asked = { kind: 'STAFF' as const, reason: '', askedBy: null, ...(part && { part }) };
    return transact((write) => desk.askRefund(write, orderId, asked));
  };
  return { ...made, at, sold, askRefund };
}

const refusedFor = (reason: string) => expect.objectContaining({ reason });

test('an order that is cancelled while its payment is being made cannot be paid', async () => {
  const { db, desk, started, at } = await shop();
  at.meanwhile = async (orderId) => void (await desk.cancel(orderId));
  await expect(started()).rejects.toMatchObject({ reason: 'ORDER_ENDED' });
  expect(await db.query('SELECT state FROM orders')).toEqual([{ state: 'CANCELLED' }]);
  expect(await db.query('SELECT status FROM test_payments')).toEqual([{ status: 'CANCELLED' }]);
});

test('an order is made once, and an open one for the same thing is given instead of another', async () => {
  const { open, newOrder } = await shop();
  const asked = newOrder();
  expect(await open(asked)).toMatchObject({ id: asked.id, state: 'CREATED' });
  expect(await open(asked)).toMatchObject({ id: asked.id });
  expect(await open({ ...asked, id: newId() })).toMatchObject({ id: asked.id });
  const other = { ...asked, id: newId() };
  expect(await open({ ...other, itemId: newId() })).toMatchObject({ id: other.id });
  for (const changed of [{ accountId: newId() }, { kind: 'OTHER' }, { itemId: newId() }]) {
    await expect(open({ ...asked, ...changed })).rejects.toEqual(refusedFor('ORDER_ID_REUSED'));
  }
});

test('an order that is over is not opened again, and one that is paid is', async () => {
  const { db, clock, open, newOrder, sold } = await shop();
  const asked = newOrder();
  await open(asked);
  for (const state of ['CANCELLED', 'EXPIRED']) {
    await db.query('UPDATE orders SET state = $2 WHERE id = $1', [asked.id, state]);
    await expect(open(asked)).rejects.toEqual(refusedFor('ORDER_ENDED'));
  }
  const late = newOrder();
  await open(late);
  const { orderId } = await sold();
  const [row] = await db.query<{ accountId: string; itemId: string }>(
    'SELECT account_id, item_id FROM orders WHERE id = $1',
    [orderId],
  );
  const paid = { ...newOrder(), id: orderId, ...row };
  clock.advance(60_000);
  await expect(open(late)).rejects.toEqual(refusedFor('ORDER_ENDED'));
  expect(await open(paid)).toMatchObject({ state: 'FULFILLED' });
  await db.query("UPDATE orders SET state = 'REFUNDED' WHERE id = $1", [orderId]);
  await expect(open(paid)).rejects.toEqual(refusedFor('ORDER_ENDED'));
});

describe('an order that is about to be paid', () => {
  const otherwise = async () => {
    throw orderNotFound();
  };
  const orderOf = async (db: Awaited<ReturnType<typeof shop>>['db'], id: string) => {
    const order = await orders.find(db, id);
    if (!order) throw new Error(`there is no order ${id}`);
    return order;
  };

  test('stays open as long as it is held and offered so', async () => {
    const { db, desk, started, orderOf: shown, clock } = await shop();
    const { orderId } = await started();
    await desk.requirePayable(await orderOf(db, orderId));
    clock.advance(59_999);
    await desk.requirePayable(await orderOf(db, orderId), async () => {});
    expect(await shown(orderId)).toMatchObject({ state: 'PAYING' });
  });

  test('is ended where its hold is over by the clock, or it is not offered so any more', async () => {
    const { db, desk, started, orderOf: shown, clock } = await shop();
    const [late, other] = [await started(), await started()];
    await expect(desk.requirePayable(await orderOf(db, other.orderId), otherwise)).rejects.toEqual(
      refusedFor('ORDER_NOT_FOUND'),
    );
    clock.advance(60_000);
    await expect(desk.requirePayable(await orderOf(db, late.orderId))).rejects.toEqual(refusedFor('ORDER_ENDED'));
    expect([await shown(late.orderId), await shown(other.orderId)]).toMatchObject([
      { state: 'EXPIRED' },
      { state: 'CANCELLED' },
    ]);
    const text = 'SELECT status FROM test_payments';
    expect(await db.query(text)).toEqual([{ status: 'CANCELLED' }, { status: 'CANCELLED' }]);
  });

  test('keeps money that is on its way, and is not ended by what could not be asked', async () => {
    const { db, desk, started, provider, orderOf: shown, clock } = await shop();
    const [slow, waiting] = [await started(), await started()];
    await provider.confirm(slow.paymentId, { number: '000123456789' });
    clock.advance(60_000);
    for (const requireOffered of [undefined, otherwise]) {
      await desk.requirePayable(await orderOf(db, slow.orderId), requireOffered);
    }
    clock.advance(-60_000);
    const down = async () => {
      throw providerUnavailable(new Error('no answer'));
    };
    await expect(desk.requirePayable(await orderOf(db, waiting.orderId), down)).rejects.toEqual(
      refusedFor('PAYMENT_PROVIDER_UNAVAILABLE'),
    );
    expect([await shown(slow.orderId), await shown(waiting.orderId)]).toMatchObject([
      { state: 'PAYING' },
      { state: 'PAYING' },
    ]);
  });
});

test('a payment is made once, and neither for an order that has ended nor for one that does not exist', async () => {
  const { db, desk, open, newOrder, started } = await shop();
  const { orderId, paymentId } = await started();
  expect((await desk.startPayment(orderId, 'A thing')).payment.id).toBe(paymentId);
  const ended = await open(newOrder());
  expect(await desk.cancel(ended.id)).toMatchObject({ state: 'CANCELLED' });
  await expect(desk.startPayment(ended.id, 'A thing')).rejects.toEqual(refusedFor('ORDER_ENDED'));
  await expect(desk.startPayment(newId(), 'A thing')).rejects.toEqual(refusedFor('ORDER_NOT_FOUND'));
  await expect(desk.startPayment({ ...ended, id: newId(), state: 'CREATED' }, 'A thing')).rejects.toEqual(
    refusedFor('ORDER_NOT_FOUND'),
  );
  expect(await db.query('SELECT 1 FROM test_payments WHERE order_id = $1', [ended.id])).toEqual([]);
});

test('an order without a payment stays as it is, and the provider is not asked', async () => {
  const { desk, open, newOrder, at } = await shop();
  const { id } = await open(newOrder());
  expect(await desk.refresh(id)).toEqual({ order: expect.objectContaining({ state: 'CREATED' }), payment: undefined });
  expect(at.asked).toBe(0);
  await expect(desk.refresh(newId())).rejects.toEqual(refusedFor('ORDER_NOT_FOUND'));
});

test('what is cancelled in time is cancelled, what is over expires, and what is paid stays', async () => {
  const { desk, clock, provider, open, newOrder, started, sold, stepsOf } = await shop();
  const [unstarted, begun, paid] = [await open(newOrder()), await started(), await sold()];
  const [late, lateBegun] = [await open(newOrder()), await started()];
  expect(await desk.cancel(unstarted.id)).toMatchObject({ state: 'CANCELLED' });
  expect(await desk.cancel(begun.orderId)).toMatchObject({ state: 'CANCELLED' });
  expect((await provider.getPayment(begun.paymentId)).status).toBe('CANCELLED');
  await expect(desk.cancel(paid.orderId)).rejects.toEqual(refusedFor('PAYMENT_UNDER_WAY'));
  clock.advance(60_000);
  for (const id of [late.id, lateBegun.orderId]) expect(await desk.cancel(id)).toMatchObject({ state: 'EXPIRED' });
  expect([unstarted.id, begun.orderId, late.id, lateBegun.orderId].map((id) => stepsOf(id))).toEqual([
    ['CANCELLED'],
    ['CANCELLED'],
    ['EXPIRED'],
    ['EXPIRED'],
  ]);
  expect(await desk.cancel(begun.orderId)).toMatchObject({ state: 'CANCELLED' });
  const slow = await started();
  await provider.confirm(slow.paymentId, { number: '000123456789' });
  await expect(desk.cancel(slow.orderId)).rejects.toEqual(refusedFor('PAYMENT_UNDER_WAY'));
});

test('a payment that was paid, or declined, before its order heard of it is followed at once', async () => {
  const { desk, provider, open, newOrder } = await shop();
  const started = async (number: string) => {
    const order = await open(newOrder());
    const { id: paymentId } = await provider.createPayment({ ...order, description: 'A thing' });
    await provider.confirm(paymentId, { number });
    return (await desk.startPayment(order.id, 'A thing')).order;
  };
  expect(await started(GOOD.number)).toMatchObject({ state: 'FULFILLED' });
  expect(await started('4000000000009995')).toMatchObject({ state: 'PAYING', decline: 'insufficient_funds' });
});

test('only what is paid is refunded, once at a time, and a part only of what was delivered', async () => {
  const { db, started, sold, askRefund } = await shop();
  const part = { amount: 100n, id: null };
  await expect(askRefund(newId())).rejects.toEqual(refusedFor('ORDER_NOT_FOUND'));
  await expect(askRefund((await started()).orderId)).rejects.toEqual(refusedFor('NOT_REFUNDABLE'));
  const { orderId } = await sold(SLOW_REFUND);
  for (const amount of [0n, -1n, 500n]) {
    await expect(askRefund(orderId, { amount, id: null })).rejects.toEqual(refusedFor('REFUND_TOO_LARGE'));
  }
  await db.query("UPDATE orders SET state = 'PAID' WHERE id = $1", [orderId]);
  await expect(askRefund(orderId, part)).rejects.toEqual(refusedFor('NOT_REFUNDABLE'));
  await db.query("UPDATE orders SET state = 'FULFILLED' WHERE id = $1", [orderId]);
  await askRefund(orderId, part);
  await expect(askRefund(orderId)).rejects.toEqual(refusedFor('REFUND_PENDING'));
});

test('what is shown of an order is read as its step leaves it, and again where more follows', async () => {
  const { db, desk, provider, started } = await shop();
  const follow = async (orderId: string, paymentId: string) => {
    const reads: string[] = [];
    const payment = await provider.confirm(paymentId, GOOD);
    const [found] = await db.query<Order>('SELECT * FROM orders WHERE id = $1', [orderId]);
    const answer = await desk.followAndRead(found as Order, payment, async (from) => {
      const rows = await from.query<{ state: string }>('SELECT state FROM orders WHERE id = $1', [orderId]);
      reads.push(from === db ? 'apart' : 'with the step');
      return rows[0]?.state;
    });
    return { ...answer, reads };
  };
  const { orderId, paymentId } = await started();
  const delivered = { order: { state: 'FULFILLED' }, shown: 'FULFILLED' };
  expect(await follow(orderId, paymentId)).toMatchObject({ ...delivered, reads: ['with the step'] });
  expect(await follow(orderId, paymentId)).toMatchObject({ ...delivered, reads: ['apart'] });

  const late = await started();
  await db.query("UPDATE orders SET state = 'CANCELLED' WHERE id = $1", [late.orderId]);
  const back = { order: { state: 'REFUNDED' }, shown: 'REFUNDED', reads: ['with the step', 'apart'] };
  expect(await follow(late.orderId, late.paymentId)).toMatchObject(back);
});

test('a provider that does not answer is said to be unavailable, and nothing changes', async () => {
  const { desk, started, at, orderOf } = await shop();
  const { orderId } = await started();
  at.isDown = true;
  await expect(desk.refresh(orderId)).rejects.toMatchObject({
    kind: 'UNAVAILABLE',
    reason: 'PAYMENT_PROVIDER_UNAVAILABLE',
  });
  expect(await orderOf(orderId)).toMatchObject({ state: 'PAYING' });
});

describe('the sweeper', () => {
  test('delivers within minutes what was paid without an event, and asks once a minute', async () => {
    const { provider, clock, started, sweep, orderOf, owned, at } = await shop();
    const heldUntil = new Date(clock.now().getTime() + 600_000);
    const [paid, waiting] = [await started({ heldUntil }), await started({ heldUntil })];
    await provider.confirm(paid.paymentId, GOOD);
    at.asked = 0;
    await sweep();
    expect(at.asked).toBe(0);
    clock.advance(60_001);
    await sweep();
    expect([(await orderOf(paid.orderId)).state, owned.has(paid.orderId)]).toEqual(['FULFILLED', true]);
    expect((await orderOf(waiting.orderId)).state).toBe('PAYING');
    const { asked } = at;
    clock.advance(30_000);
    await sweep();
    expect(at.asked).toBe(asked);
  });

  test('ends what is over, with and without a payment', async () => {
    const { db, clock, open, newOrder, started, sweep } = await shop();
    await open(newOrder());
    await started();
    clock.advance(60_001);
    await sweep();
    expect(await db.query('SELECT DISTINCT state FROM orders')).toEqual([{ state: 'EXPIRED' }]);
    expect(await db.query('SELECT status FROM test_payments')).toEqual([{ status: 'CANCELLED' }]);
  });

  test('sends a refund that its request has left for half a minute', async () => {
    const { clock, sold, askRefund, sweep, orderOf, owned } = await shop();
    const { orderId } = await sold();
    await askRefund(orderId);
    await sweep();
    expect([(await orderOf(orderId)).state, owned.has(orderId)]).toEqual(['FULFILLED', false]);
    clock.advance(30_001);
    await sweep();
    expect((await orderOf(orderId)).state).toBe('REFUNDED');
  });

  test('applies events that could not be applied when they came, and forgets them after 90 days', async () => {
    const { db, clock, said, provider, desk, started, sweep, orderOf, at } = await shop();
    const heldUntil = new Date(clock.now().getTime() + 86_400_000);
    const [first, second] = [await started({ heldUntil }), await started({ heldUntil })];
    at.isDown = true;
    for (const { paymentId } of [first, second]) {
      await provider.confirm(paymentId, GOOD);
      const body = Buffer.from(JSON.stringify({ id: newId(), type: 'payment_intent.succeeded', paymentId }));
      const arrived = desk.receive(body, signWebhook(body, { secret: SECRET, at: clock.now() }));
      await expect(arrived).rejects.toEqual(refusedFor('PAYMENT_PROVIDER_UNAVAILABLE'));
    }
    clock.advance(30_001);
    await sweep();
    expect((await orderOf(first.orderId)).state).toBe('PAYING');
    expect(said()).toContain('an order could not be swept');
    at.isDown = false;
    await sweep();
    for (const { orderId } of [first, second]) expect((await orderOf(orderId)).state).toBe('FULFILLED');
    expect(await db.query('SELECT 1 FROM payment_events WHERE applied_at IS NULL')).toEqual([]);
    clock.advance(90 * 86_400_000);
    await sweep();
    expect(await db.query('SELECT 1 FROM payment_events')).toEqual([]);
  });

  test('is not asked again about an event that is about no order here', async () => {
    const { db, clock, said, desk, sweep, at } = await shop();
    for (const paymentId of ['', 'of another site']) {
      const body = Buffer.from(JSON.stringify({ id: newId(), type: 'payment_intent.succeeded', paymentId }));
      await desk.receive(body, signWebhook(body, { secret: SECRET, at: clock.now() }));
    }
    clock.advance(30_001);
    await sweep();
    expect(await db.query('SELECT 1 FROM payment_events WHERE applied_at IS NULL')).toEqual([]);
    expect([(await db.query('SELECT 1 FROM payment_events')).length, at.asked]).toEqual([2, 0]);
    expect(said().filter((line) => line === 'a payment event is about no order')).toHaveLength(2);
  });

  test('leaves no order behind those whose provider does not answer: unpaid, held or being refunded', async () => {
    const { db, provider, clock, owned, started, sold, askRefund, sweep, orderOf } = await shop();
    const heldUntil = new Date(clock.now().getTime() + 86_400_000);
    const waiting = await started({ heldUntil });
    const held = await sold();
    const refunded = await sold();
    // As many as are listed at once, of each kind and older; they are those of a provider that is gone.
    const copies = `INSERT INTO orders (id, kind, item_id, amount, currency, fee, payee_id, state, provider, payment_id, held_until,
        checked_at, created_at, paid_at, fulfilled_at, goods_until, is_held)
      SELECT gen_random_uuid(), kind, gen_random_uuid(), amount, currency, fee, payee_id, state, provider, 'gone_' || gen_random_uuid(),
        held_until, checked_at - interval '1 minute', created_at, paid_at, fulfilled_at - interval '1 minute', goods_until, $2
      FROM orders, generate_series(1, 100) WHERE id = $1 RETURNING id`;
    await db.query(copies, [waiting.orderId, false]);
    await db.query(copies, [held.orderId, true]);
    await db.query('UPDATE orders SET is_held = true WHERE id = $1', [held.orderId]);
    for (const { id } of await db.query<{ id: string }>(copies, [refunded.orderId, false])) {
      owned.add(id);
      await askRefund(id);
    }
    clock.advance(1_000);
    await askRefund(refunded.orderId);
    await provider.confirm(waiting.paymentId, GOOD);
    provider.capture = async (id) => ({ ...(await provider.getPayment(id)), isHeld: false });
    clock.advance(61_000);
    await sweep();
    clock.advance(1_000);
    await sweep();
    expect((await orderOf(waiting.orderId)).state).toBe('FULFILLED');
    expect(await db.query('SELECT is_held FROM orders WHERE id = $1', [held.orderId])).toEqual([{ isHeld: false }]);
    expect((await orderOf(refunded.orderId)).state).toBe('REFUNDED');
  });

  test('stops between two orders when the process ends', async () => {
    const { clock, desk, open, newOrder, orderOf } = await shop();
    const { id } = await open(newOrder());
    clock.advance(60_001);
    await expect(desk.sweep(AbortSignal.abort(new Error('leaving')))).rejects.toThrow('leaving');
    expect((await orderOf(id)).state).toBe('CREATED');
  });
});

test('money of what was never delivered, which could not go back, is asked back again a day later, until it does', async () => {
  const { stock, sold, sweep, clock, db, orderOf, refundsOf, counts } = await shop();
  stock.isSoldOut = true;
  const { orderId, paymentId } = await sold({ number: '4000000000005134' });
  expect([(await orderOf(orderId)).state, await refundsOf(orderId)]).toMatchObject(['PAID', [{ state: 'FAILED' }]]);
  clock.advance(23 * 3_600_000);
  await sweep();
  expect(await refundsOf(orderId)).toHaveLength(1);
  clock.advance(2 * 3_600_000);
  await sweep();
  expect(await refundsOf(orderId)).toMatchObject([{ state: 'FAILED' }, { kind: 'LATE', state: 'FAILED' }]);
  await db.query("UPDATE test_payments SET refunds_as = 'SUCCEEDED' WHERE id = $1", [paymentId]);
  clock.advance(25 * 3_600_000);
  await sweep();
  expect((await orderOf(orderId)).state).toBe('REFUNDED');
  expect((await refundsOf(orderId)).map(({ state }) => state)).toEqual(['FAILED', 'FAILED', 'SUCCEEDED']);
  expect(await counts()).toEqual({ BOOKS: 0, PROVIDER: 0, STUCK: 0 });
});

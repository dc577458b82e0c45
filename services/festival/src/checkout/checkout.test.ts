import { Code } from '@connectrpc/connect';
import { TicketOrderChangedSchema, UserTicketChangedSchema } from '@marquee/contracts/events/v1/festival_pb';
import { OrderState, PaymentStep } from '@marquee/contracts/film/v1/checkout_pb';
import { newId } from '@marquee/data/ids';
import { signWebhook } from '@marquee/payments/webhook-signature';
import { eventually } from '@marquee/testing/eventually';
import { viewers } from '@marquee/testing/viewers';
import { festivalService } from '../testing/festival-service.ts';
import { soundFestival } from '../testing/sound-festival.ts';
import { card, PRICE, ticketScene } from '../testing/ticket-scene.ts';
import { createSoldOut } from './sold-out.ts';

const SECRET = 'webhook-secret-of-the-test';
const SLOW = '000123456789';

const { festival, scene } = await soundFestival({ PAYMENT_WEBHOOK_SECRET: SECRET });

async function booked(orderId: string): Promise<Record<string, bigint>> {
  const rows = await festival.db.query<{ kind: string; amount: bigint }>(
    `SELECT a.kind, sum(e.amount)::bigint AS amount FROM ledger_entries e
     JOIN ledger_transfers t ON t.id = e.transfer_id JOIN ledger_accounts a ON a.id = e.account_id
     WHERE t.subject_id = $1 AND t.state = 'POSTED' GROUP BY a.kind`,
    [orderId],
  );
  return Object.fromEntries(rows.map(({ kind, amount }) => [kind, amount]));
}
const minutes = (n: number) => n * 60_000;

test('two tickets are bought with a card, and every cent is in the books [TIC-04:card]', async () => {
  const { typeId, eventId, festivalId } = await scene.sale();
  const { buyer, orderId, order } = await scene.bought(typeId, { quantity: 2 });
  expect(order).toMatchObject({
    ...{ state: OrderState.FULFILLED, step: PaymentStep.NONE, quantity: 2, unitPrice: PRICE, amount: 2n * PRICE },
    tickets: [{ eventId }, { eventId }],
  });
  expect(await booked(orderId)).toEqual({ PROVIDER: -2_400n, UNDELIVERED: 0n, PLATFORM_FEE: 480n, EARNINGS: 1_920n });
  const { groups } = await buyer.tickets.listOwnTickets({});
  expect(groups).toMatchObject([{ festivalId, tickets: [{ eventId }, { eventId }] }]);
  const events = (await festival.published(UserTicketChangedSchema)).filter((event) => event.eventId === eventId);
  expect(events).toMatchObject([1, 2].map(() => ({ accountId: buyer.viewer.accountId, valid: true, generation: 1 })));
  // Of an order there is an event only once money goes back.
  const ofOrders = await festival.published(TicketOrderChangedSchema);
  expect(ofOrders.filter((event) => event.orderId === orderId)).toEqual([]);
});

test('an order of which a unit is missing is not delivered in part, and nothing of it is booked', async () => {
  const { typeId } = await scene.sale();
  const buyer = festival.viewer();
  const orderId = (await scene.open(buyer, typeId, { quantity: 2 })).order?.id ?? '';
  const unit = 'WHERE id = (SELECT min(id::text)::uuid FROM ticket_units WHERE type_id = $1 AND order_id IS';
  const [lost] = await festival.db.query<{ id: string }>(
    `UPDATE ticket_units SET order_id = NULL ${unit} NOT NULL) RETURNING id`,
    [typeId],
  );
  const pay = () => buyer.checkout.confirmTestTicketPayment({ orderId, ...card() });
  await expect(pay()).rejects.toMatchObject({ reason: 'DATABASE_BUSY' });
  expect([await booked(orderId), (await buyer.tickets.listOwnTickets({})).groups]).toEqual([{}, []]);
  await festival.db.query('UPDATE ticket_units SET order_id = $1 WHERE id = $2', [orderId, lost?.id]);
  expect((await pay()).order?.tickets).toHaveLength(2);
});

test('a double click, a lost answer and a second tab are one order, one hold and one charge [TIC-06]', async () => {
  const { typeId } = await scene.sale();
  const buyer = festival.viewer();
  const orderId = newId();
  const opened = await Promise.all([
    scene.open(buyer, typeId, { orderId }),
    scene.open(buyer, typeId, { orderId }),
    scene.open(buyer, typeId),
  ]);
  expect(new Set(opened.map(({ order }) => order?.id)).size).toBe(1);
  expect(await scene.freeUnits(typeId)).toBe(19);
  const paid = { orderId: opened[0].order?.id ?? '', ...card() };
  await Promise.all([buyer.checkout.confirmTestTicketPayment(paid), buyer.checkout.confirmTestTicketPayment(paid)]);
  expect((await buyer.tickets.listOwnTickets({})).groups[0]?.tickets).toHaveLength(1);
  expect((await scene.open(buyer, typeId, { orderId: paid.orderId })).order?.state).toBe(OrderState.FULFILLED);
  for (const other of [{ quantity: 2 }, { price: PRICE + 1n }, { discount: 1n }]) {
    await expect(scene.open(buyer, typeId, { orderId: paid.orderId, ...other })).rejects.toMatchObject({
      reason: 'ORDER_ID_REUSED',
    });
  }
  const elsewhere = await scene.sale();
  await expect(scene.open(buyer, elsewhere.typeId, { orderId: paid.orderId })).rejects.toMatchObject({
    reason: 'ORDER_NOT_FOUND',
  });
  for (const unknown of [newId(), 'x']) {
    await expect(scene.open(buyer, unknown)).rejects.toMatchObject({ reason: 'TICKET_TYPE_NOT_FOUND' });
  }
});

test('fifty buyers at once get the twenty tickets that there are, and no more [TIC-04]', async () => {
  const { typeId } = await scene.sale();
  const buyers = Array.from({ length: 50 }, () => festival.viewer());
  const results = await Promise.allSettled(
    buyers.map(async (buyer) => (await scene.bought(typeId, { buyer })).order?.state),
  );
  const got = results.filter((result) => result.status === 'fulfilled' && result.value === OrderState.FULFILLED);
  const refused = results.filter((result) => result.status === 'rejected');
  expect([got.length, await scene.freeUnits(typeId)]).toEqual([20, 0]);
  for (const { reason } of refused as PromiseRejectedResult[]) expect(reason).toMatchObject({ reason: 'SOLD_OUT' });
  const tickets = await festival.db.query(
    'SELECT 1 FROM user_tickets t JOIN ticket_units u ON u.id = t.unit_id WHERE u.type_id = $1 AND t.valid',
    [typeId],
  );
  expect(tickets).toHaveLength(20);
}, 60_000);

test('a hold that runs out gives its tickets back, a payment that is under way too [TIC-04:hold]', async () => {
  const { typeId } = await scene.sale({ quantity: 2, limitPerCustomer: 2 });
  const holder = festival.viewer();
  const { order } = await scene.open(holder, typeId, { quantity: 2 });
  await expect(scene.open(festival.viewer(), typeId)).rejects.toMatchObject({ reason: 'SOLD_OUT' });
  festival.clock.advance(minutes(9));
  expect(await scene.freeUnits(typeId)).toBe(0);
  festival.clock.advance(minutes(1));
  await eventually(async () => (await scene.freeUnits(typeId)) === 2);
  expect((await holder.checkout.getTicketOrder({ orderId: order?.id ?? '' })).order?.state).toBe(OrderState.EXPIRED);
  // Who comes back after that pays for nothing that is gone.
  const late = holder.checkout.confirmTestTicketPayment({ orderId: order?.id ?? '', ...card() });
  await expect(late).rejects.toMatchObject({ reason: 'ORDER_ENDED' });
  await scene.bought(typeId, { quantity: 2 });
  await expect(scene.open(holder, typeId, { orderId: order?.id ?? '', quantity: 2 })).rejects.toMatchObject({
    reason: 'ORDER_ENDED',
  });
}, 30_000);

test('a hold that is over is not paid, also before its tickets were given back [TIC-04:hold]', async () => {
  const { typeId } = await scene.sale({ quantity: 1 });
  const buyer = festival.viewer();
  const { order } = await scene.open(buyer, typeId);
  const orderId = order?.id ?? '';
  // As if nothing had swept it for two weeks.
  await festival.db.query("UPDATE orders SET held_until = held_until - interval '15 days' WHERE id = $1", [orderId]);
  const late = buyer.checkout.confirmTestTicketPayment({ orderId, ...card() });
  await expect(late).rejects.toMatchObject({ reason: 'ORDER_ENDED' });
  const payment = 'SELECT status FROM test_payments WHERE order_id = $1';
  expect(await festival.db.query(payment, [orderId])).toEqual([{ status: 'CANCELLED' }]);
  expect(await scene.freeUnits(typeId)).toBe(1);
});

test('a process that ends between the hold and the payment leaves nothing behind', async () => {
  const { typeId } = await scene.sale({ quantity: 1 });
  const buyer = festival.viewer();
  const { order } = await scene.open(buyer, typeId);
  // As if the provider had never been asked.
  await festival.db.query("UPDATE orders SET state = 'CREATED', payment_id = NULL WHERE id = $1", [order?.id]);
  festival.clock.advance(minutes(11));
  await eventually(async () => (await scene.freeUnits(typeId)) === 1);
  await eventually(async () => {
    const text = 'SELECT state FROM orders WHERE id = $1';
    return (await festival.db.query<{ state: string }>(text, [order?.id]))[0]?.state === 'EXPIRED';
  }, 20_000);
}, 30_000);

describe('money that comes after the hold', () => {
  type Late = { typeId: string; eventId: string; buyer: ReturnType<typeof festival.viewer> };
  async function late(meanwhile: (one: Late) => Promise<unknown>, more = { quantity: 1 }) {
    const { typeId, eventId } = await scene.sale({ refundHours: 1, ...more });
    const { buyer, orderId, order } = await scene.bought(typeId, { number: SLOW, quantity: more.quantity });
    expect(order).toMatchObject({ state: OrderState.PAYING, step: PaymentStep.WAIT });
    await festival.db.query("UPDATE test_payments SET due_at = due_at + interval '1 hour' WHERE order_id = $1", [
      orderId,
    ]);
    festival.clock.advance(minutes(11));
    await eventually(async () => (await scene.freeUnits(typeId)) === more.quantity);
    await meanwhile({ typeId, eventId, buyer });
    festival.clock.advance(minutes(60));
    const done = [OrderState.FULFILLED, OrderState.REFUNDED];
    await eventually(async () => {
      const { order: now } = await buyer.checkout.getTicketOrder({ orderId });
      return done.includes(now?.state ?? OrderState.UNSPECIFIED);
    }, 20_000);
    return { typeId, orderId, order: (await buyer.checkout.getTicketOrder({ orderId })).order };
  }

  test('buys what is still there', async () => {
    const { order, typeId } = await late(async () => {});
    expect(order).toMatchObject({ state: OrderState.FULFILLED, tickets: [{}] });
    expect(await scene.freeUnits(typeId)).toBe(0);
  }, 40_000);

  test('goes back by itself where somebody else has them [TIC-04:late]', async () => {
    const { order, orderId } = await late(({ typeId }) => scene.bought(typeId));
    expect(order).toMatchObject({ state: OrderState.REFUNDED, tickets: [], fulfilled: false });
    expect(await booked(orderId)).toEqual({ PROVIDER: 0n, UNDELIVERED: 0n });
  }, 40_000);

  test('goes back where its event was cancelled meanwhile, or its buyer may have fewer by then [TIC-04:late]', async () => {
    const cancelled = await late(({ eventId }) =>
      festival.db.query("UPDATE events SET status = 'CANCELLED' WHERE id = $1", [eventId]),
    );
    expect(cancelled.order).toMatchObject({ state: OrderState.REFUNDED, tickets: [] });
    const twice = await late(
      ({ typeId }) => festival.db.query('UPDATE ticket_types SET limit_per_customer = 1 WHERE id = $1', [typeId]),
      { quantity: 2 },
    );
    expect(twice.order).toMatchObject({ state: OrderState.REFUNDED, tickets: [] });
    expect(await scene.freeUnits(twice.typeId)).toBe(2);
  }, 80_000);

  test('buys what is kept for its buyer, who waits in the list by then [TIC-04:late]', async () => {
    const { order } = await late(async ({ typeId, eventId, buyer }) => {
      const holder = await scene.bought(typeId);
      for (const one of [buyer, festival.viewer()]) await one.waits.joinWaitingList({ ticketTypeId: typeId });
      await holder.buyer.checkout.refundTicketOrder({ requestId: newId(), orderId: holder.orderId });
      await eventually(async () => {
        const { waits } = await buyer.waits.listOwnWaits({ eventId });
        return waits[0]?.offeredUntil !== undefined;
      });
    });
    expect(order).toMatchObject({ state: OrderState.FULFILLED, tickets: [{}] });
  }, 40_000);
});

test('one customer never has more than the limit, however many orders race [TIC-05:limit]', async () => {
  const { typeId } = await scene.sale({ price: 0n, limitPerCustomer: 3 });
  const buyer = festival.viewer();
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => scene.open(buyer, typeId, { price: 0n })));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  const [first] = results.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
  expect(first?.reason).toMatchObject({ reason: 'OVER_LIMIT', metadata: { left: '0' } });
  expect(await scene.freeUnits(typeId)).toBe(17);
});

test('what a customer has is counted without reading what others bought', async () => {
  // As the statement is planned while a sale is new, when PostgreSQL knows of no orders yet.
  const plan = await festival.db.query(
    `EXPLAIN SELECT sum(quantity - returned_quantity) FROM ticket_orders WHERE account_id = $1 AND type_id = $2
      AND state IN ('HELD', 'DELIVERED', 'RETURNING')`,
    [newId(), newId()],
  );
  expect(JSON.stringify(plan)).toContain('Scan using ticket_orders_account_id_type_id_state_idx');
});

test('what costs nothing needs no provider, is there at once, and is neither paid nor cancelled', async () => {
  const { typeId } = await scene.sale({ price: 0n });
  const buyer = festival.viewer();
  const { order } = await scene.open(buyer, typeId, { price: 0n, quantity: 2 });
  expect(order).toMatchObject({ state: OrderState.FULFILLED, amount: 0n, tickets: [{}, {}] });
  const orderId = order?.id ?? '';
  expect((await buyer.checkout.getTicketOrder({ orderId })).order).toMatchObject({ state: OrderState.FULFILLED });
  for (const ask of [
    () => buyer.checkout.cancelTicketOrder({ orderId }),
    () => buyer.checkout.confirmTestTicketPayment({ orderId, ...card() }),
    () => buyer.checkout.saveCardOfTicketOrder({ orderId, save: true }),
  ]) {
    await expect(ask()).rejects.toMatchObject({ code: Code.FailedPrecondition });
  }
});

test('of a pass whose one event is cancelled before it is paid, the tickets are to the other [TIC-05:passes]', async () => {
  const { id: festivalId, director } = await festival.organization();
  const [off, on] = [await scene.event(festivalId), await scene.event(festivalId, { startsIn: 48 })];
  const typeId = await scene.ticketType(director, festivalId, [off, on], { name: 'Weekend pass' });
  const buyer = festival.viewer();
  const orderId = (await scene.open(buyer, typeId)).order?.id ?? '';
  await festival.db.query("UPDATE events SET status = 'CANCELLED' WHERE id = $1", [off]);
  const { order } = await buyer.checkout.confirmTestTicketPayment({ orderId, ...card() });
  expect(order).toMatchObject({ state: OrderState.FULFILLED, tickets: [{ eventId: on }] });
});

test('what comes back is sold again at once, and who wants more than is left reads that few are', async () => {
  const { typeId } = await scene.sale({ quantity: 2, refundHours: 1 });
  const [holder, other] = [festival.viewer(), festival.viewer()];
  await scene.bought(typeId, { buyer: other });
  await expect(scene.open(holder, typeId, { quantity: 2 })).rejects.toMatchObject({ reason: 'FEW_LEFT' });
  const soldOut = { reason: 'SOLD_OUT' };
  const orderId = (await scene.open(holder, typeId)).order?.id ?? '';
  await expect(scene.open(festival.viewer(), typeId)).rejects.toMatchObject(soldOut);
  await holder.checkout.cancelTicketOrder({ orderId });
  const last = await scene.bought(typeId);
  await expect(scene.open(festival.viewer(), typeId)).rejects.toMatchObject(soldOut);
  await last.buyer.checkout.refundTicketOrder({ requestId: newId(), orderId: last.orderId });
  expect((await scene.bought(typeId)).order).toMatchObject({ state: OrderState.FULFILLED });
});

test('that nothing is left is remembered for a second, of at most 10,000 types', () => {
  let now = 0;
  const soldOut = createSoldOut({ clock: { now: () => new Date(now) } });
  soldOut.remember('first');
  now = 999;
  expect([soldOut.has('first'), soldOut.has('other')]).toEqual([true, false]);
  now = 1_000;
  expect(soldOut.has('first')).toBe(false);
  soldOut.remember('first');
  soldOut.forget('first');
  expect(soldOut.has('first')).toBe(false);
  for (let n = 0; n < 9_999; n += 1) soldOut.remember(String(n));
  expect(soldOut.has('0')).toBe(true);
  soldOut.remember('more');
  expect([soldOut.has('0'), soldOut.has('more')]).toEqual([true, true]);
  soldOut.remember('too many');
  expect([soldOut.has('0'), soldOut.has('too many')]).toEqual([false, true]);
});

describe('the price', () => {
  test('is the server’s: another one is confirmed again', async () => {
    const { typeId } = await scene.sale();
    await expect(scene.open(festival.viewer(), typeId, { price: 1n })).rejects.toMatchObject({
      ...{ reason: 'PRICE_CHANGED', metadata: { price: '1200' } },
    });
  });

  test('is the buyer’s from the lowest one upwards, where they pay what they can [TIC-05:pay-what-you-can]', async () => {
    const { typeId } = await scene.sale({ payWhatYouCan: true, price: 500n });
    const buyer = festival.viewer();
    await expect(scene.open(buyer, typeId, { price: 499n })).rejects.toMatchObject({ code: Code.InvalidArgument });
    expect((await scene.open(buyer, typeId, { price: 2_000n })).order?.amount).toBe(2_000n);
    // Another choice ends the order of the first.
    expect((await scene.open(buyer, typeId, { price: 500n, quantity: 2 })).order?.amount).toBe(1_000n);
    expect(await scene.freeUnits(typeId)).toBe(18);
  });
});

test('what is not on sale is not sold, and says why', async () => {
  const { typeId, eventId, director } = await scene.sale();
  const refused = (reason: string) => expect(scene.open(festival.viewer(), typeId)).rejects.toMatchObject({ reason });
  await festival.db.query('UPDATE events SET selling_tickets = false WHERE id = $1', [eventId]);
  await refused('NOT_ON_SALE');
  await festival.db.query("UPDATE events SET selling_tickets = true, status = 'DRAFT' WHERE id = $1", [eventId]);
  await refused('NOT_ON_SALE');
  await festival.db.query("UPDATE events SET status = 'PUBLISHED' WHERE id = $1", [eventId]);
  const change = { ticketTypeId: typeId, name: 'Full', price: PRICE, quantity: 20, limitPerCustomer: 4 };
  await director.types.updateTicketType({ requestId: newId(), ...change, saleStart: scene.inHours(1) });
  await refused('NOT_YET_ON_SALE');
  await director.types.updateTicketType({ requestId: newId(), ...change, saleEnd: scene.inHours(-1) });
  await refused('SALE_OVER');
  await director.types.updateTicketType({ requestId: newId(), ...change });
  await director.types.setTicketTypeWithdrawn({ requestId: newId(), ticketTypeId: typeId, withdrawn: true });
  await refused('NOT_ON_SALE');
  await director.types.setTicketTypeWithdrawn({ requestId: newId(), ticketTypeId: typeId, withdrawn: false });
  festival.clock.advance(27 * 3_600_000);
  await refused('SALE_OVER');
});

test('a cancelled order charges nothing, gives its tickets back and cannot be paid', async () => {
  const { typeId } = await scene.sale({ quantity: 1 });
  const buyer = festival.viewer();
  const orderId = (await scene.open(buyer, typeId)).order?.id ?? '';
  expect((await buyer.checkout.cancelTicketOrder({ orderId })).order?.state).toBe(OrderState.CANCELLED);
  expect(await scene.freeUnits(typeId)).toBe(1);
  const paid = await buyer.checkout.confirmTestTicketPayment({ orderId, ...card() });
  expect([paid.order?.state, await booked(orderId)]).toEqual([OrderState.CANCELLED, {}]);
});

test('somebody else’s order is not found, whatever is asked of it', async () => {
  const { typeId } = await scene.sale();
  const { orderId } = await scene.bought(typeId);
  const { checkout } = festival.viewer();
  const missing = { code: Code.NotFound, reason: 'ORDER_NOT_FOUND' };
  await expect(checkout.getTicketOrder({ orderId })).rejects.toMatchObject(missing);
  await expect(checkout.cancelTicketOrder({ orderId })).rejects.toMatchObject(missing);
  await expect(checkout.confirmTestTicketPayment({ orderId, ...card() })).rejects.toMatchObject(missing);
  await expect(checkout.answerTestTicketChallenge({ orderId, approved: true })).rejects.toMatchObject(missing);
  await expect(
    checkout.openTicketOrder({ orderId, ticketTypeId: typeId, quantity: 1, price: PRICE }),
  ).rejects.toMatchObject(missing);
});

test('what the provider sends is applied once, and refused unless it is signed', async () => {
  const { typeId } = await scene.sale();
  const buyer = festival.viewer();
  const orderId = (await scene.open(buyer, typeId)).order?.id ?? '';
  const text = 'UPDATE test_payments SET status = $2 WHERE order_id = $1 RETURNING id AS payment_id';
  const [payment] = await festival.db.query<{ paymentId: string }>(text, [orderId, 'SUCCEEDED']);
  const body = Buffer.from(
    JSON.stringify({ id: `evt_${newId()}`, type: 'payment_intent.succeeded', paymentId: payment?.paymentId }),
  );
  const gateway = festival.caller(viewers.service('gateway')).checkout;
  await expect(gateway.receiveTicketPaymentEvent({ body, signature: 'x' })).rejects.toMatchObject({
    reason: 'WEBHOOK_REFUSED',
  });
  for (const wrong of [Buffer.alloc(0), Buffer.alloc(262_145)]) {
    await expect(gateway.receiveTicketPaymentEvent({ body: wrong, signature: 'x' })).rejects.toMatchObject({
      code: Code.InvalidArgument,
    });
  }
  await expect(
    gateway.receiveTicketPaymentEvent({ body: Buffer.alloc(262_144), signature: 'x' }),
  ).rejects.toMatchObject({
    reason: 'WEBHOOK_REFUSED',
  });
  const signature = signWebhook(body, { secret: SECRET, at: festival.clock.now() });
  await Promise.all([1, 2, 3].map(() => gateway.receiveTicketPaymentEvent({ body, signature })));
  expect((await buyer.tickets.listOwnTickets({})).groups[0]?.tickets).toHaveLength(1);
  const media = festival.caller(viewers.service('media')).checkout;
  await expect(media.receiveTicketPaymentEvent({ body, signature })).rejects.toMatchObject({
    reason: 'SERVICES_ONLY',
  });
});

test('a payment that the buyer’s bank takes back ends the ticket', async () => {
  const { typeId } = await scene.sale();
  const { buyer, orderId } = await scene.bought(typeId, { number: '4000000000000259' });
  const { order } = await buyer.checkout.getTicketOrder({ orderId });
  expect(order).toMatchObject({ state: OrderState.REFUNDED, fulfilled: true });
  expect((await buyer.tickets.listOwnTickets({})).groups).toEqual([]);
  expect(await scene.freeUnits(typeId)).toBe(20);
});

test('without a payment provider only what costs nothing is sold', async () => {
  const unpaid = await festivalService();
  const there = ticketScene(unpaid);
  const { typeId } = await there.sale();
  await expect(there.open(unpaid.viewer(), typeId)).rejects.toMatchObject({ reason: 'PAYMENTS_UNAVAILABLE' });
  const free = await there.sale({ price: 0n });
  const { order } = await there.open(unpaid.viewer(), free.typeId, { price: 0n });
  expect(order).toMatchObject({ state: OrderState.FULFILLED });
});

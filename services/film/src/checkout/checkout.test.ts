import { Code } from '@connectrpc/connect';
import { FilmUnlockedSchema, OrderChangedSchema } from '@marquee/contracts/events/v1/film_pb';
import { OrderState, PaymentStep } from '@marquee/contracts/film/v1/checkout_pb';
import { FilmActionKind } from '@marquee/contracts/film/v1/moderation_pb';
import { PaymentDifferenceKind } from '@marquee/contracts/film/v1/payment_differences_pb';
import { newId } from '@marquee/data/ids';
import * as accounts from '@marquee/ledger/accounts';
import { ledgerInvariants } from '@marquee/ledger/invariants';
import { signWebhook } from '@marquee/payments/webhook-signature';
import { eventually } from '@marquee/testing/eventually';
import { viewers } from '@marquee/testing/viewers';
import { type FilmHarness, filmService } from '../testing/film-service.ts';
import * as lostOrders from './lost-orders.ts';

const SECRET = 'webhook-secret-of-the-test';
const PRICE = 499n;
const PAYS = '4242424242424242';
const CHALLENGES = '4000002500003155';

let film: FilmHarness;
/** Who made each film: one maker would be held back by the limits of writes. */
const makers = new Map<string, ReturnType<FilmHarness['maker']>>();
beforeAll(async () => {
  film = await filmService({ PAYMENT_PROVIDER: 'test', PAYMENT_WEBHOOK_SECRET: SECRET, PAID_UNLOCK_HOURS: 24 });
});
afterEach(async () => {
  for (const { check, name } of ledgerInvariants) expect([name, await check(film.db.query)]).toEqual([name, []]);
});

type Buyer = ReturnType<FilmHarness['lover']>;
const id = () => ({ requestId: newId() });
const card = (number: string) => ({ number, expiry: '12/34', securityCode: '123' });

async function pricedFilm(usdCost = PRICE): Promise<string> {
  const maker = film.maker();
  const filmId = await film.releasedFilm(maker);
  makers.set(filmId, maker);
  await maker.studio.updateFilm({ ...id(), filmId, isFree: false, usdCost });
  return filmId;
}
const open = (buyer: Buyer, filmId: string, orderId: string = newId(), price = PRICE) =>
  buyer.checkout.openOrder({ orderId, filmId, price });

/** A film that somebody has bought. */
async function bought(number = PAYS, buyer = film.lover()) {
  const filmId = await pricedFilm();
  const { order } = await open(buyer, filmId);
  const orderId = order?.id ?? '';
  const paid = await buyer.checkout.confirmTestPayment({ orderId, ...card(number) });
  return { buyer, filmId, orderId, order: paid.order };
}
const accessOf = async (buyer: Buyer, filmId: string) => (await buyer.watch.getFilmAccess({ filmId })).access;
const unlocksOf = (filmId: string) =>
  film.db.query<{ paidAmount: bigint }>('SELECT paid_amount FROM unlocks WHERE film_id = $1', [filmId]);
async function paymentOf(orderId: string): Promise<{ paymentId: string; status: string }> {
  const text = `SELECT o.payment_id, p.status FROM orders o JOIN test_payments p ON p.id = o.payment_id WHERE o.id = $1`;
  const [row] = await film.db.query<{ paymentId: string; status: string }>(text, [orderId]);
  return row as { paymentId: string; status: string };
}
const gateway = () => film.as(viewers.service('gateway')).checkout;
/** What the provider sends about a payment, as often as it is called. */
function deliver(event: { id: string; paymentId: string; type?: string }, secret = SECRET, at = film.clock.now()) {
  const body = Buffer.from(JSON.stringify({ type: 'payment_intent.succeeded', ...event }));
  return gateway().receivePaymentEvent({ body, signature: signWebhook(body, { secret, at }) });
}
/** What the books say of an order: by account, what was posted for it. */
async function booked(orderId: string): Promise<Record<string, bigint>> {
  const rows = await film.db.query<{ kind: string; amount: bigint }>(
    `SELECT a.kind, sum(e.amount)::bigint AS amount FROM ledger_entries e
     JOIN ledger_transfers t ON t.id = e.transfer_id JOIN ledger_accounts a ON a.id = e.account_id
     WHERE t.subject_id = $1 AND t.state = 'POSTED' GROUP BY a.kind`,
    [orderId],
  );
  return Object.fromEntries(rows.map(({ kind, amount }) => [kind, amount]));
}
const SOLD = { PROVIDER: -499n, UNDELIVERED: 0n, PLATFORM_FEE: 100n, EARNINGS: 399n };
const NOTHING = { PROVIDER: 0n, UNDELIVERED: 0n };

test('a film is bought with a card and watched, and every cent is in the books [WAT-02:price]', async () => {
  const { buyer, filmId, orderId, order } = await bought();
  expect(order).toMatchObject({ state: OrderState.FULFILLED, amount: PRICE, currency: 'USD', step: PaymentStep.NONE });
  const access = await accessOf(buyer, filmId);
  expect(access?.valid).toBe(true);
  expect(access?.expireAt).toEqual(order?.watchUntil);
  expect((await buyer.watch.startPlayback({ ...id(), filmId })).access?.signedUrl).toMatch(/^\/v\//);
  expect(await unlocksOf(filmId)).toEqual([{ paidAmount: PRICE }]);
  expect(await booked(orderId)).toEqual(SOLD);
  expect((await buyer.watch.listUnlockedFilms({ pageSize: 1, cursor: '' })).items).toMatchObject([
    { paidAmount: PRICE },
  ]);
  expect((await buyer.checkout.listOrders({})).orders).toMatchObject([{ id: orderId, state: OrderState.FULFILLED }]);
  const unlocked = (await film.published(FilmUnlockedSchema)).filter((event) => event.filmId === filmId);
  expect(unlocked).toMatchObject([{ accountId: buyer.viewer.accountId }]);
  // The seller's part is in the account of who made the film.
  const earned = await film.db.transaction((tx) =>
    accounts.open(
      tx,
      { kind: 'EARNINGS', owner: makers.get(filmId)?.viewer.accountId ?? '', unit: 'USD', mayBeNegative: true },
      film.clock.now(),
    ),
  );
  expect((await accounts.balance(film.db, earned)).posted).toBe(399n);
});

test('a double click, a lost answer and a second tab are one order and one charge [WAT-02:price]', async () => {
  const buyer = film.lover();
  const filmId = await pricedFilm();
  const orderId = newId();
  const opened = await Promise.all([open(buyer, filmId, orderId), open(buyer, filmId, orderId), open(buyer, filmId)]);
  expect(new Set(opened.map(({ order }) => order?.id)).size).toBe(1);
  const paid = { orderId: opened[0].order?.id ?? '', ...card(PAYS) };
  await Promise.all([
    buyer.checkout.confirmTestPayment(paid),
    buyer.checkout.confirmTestPayment(paid),
    buyer.checkout.getOrder({ orderId: paid.orderId }),
  ]);
  await buyer.checkout.confirmTestPayment(paid);
  expect(await unlocksOf(filmId)).toHaveLength(1);
  expect(await booked(paid.orderId)).toEqual(SOLD);
  expect(await film.db.query('SELECT 1 FROM orders WHERE item_id = $1', [filmId])).toHaveLength(1);
  const payments = 'SELECT 1 FROM test_payments WHERE order_id = $1';
  expect(await film.db.query(payments, [paid.orderId])).toHaveLength(1);
  // The order is answered for again, and nothing more is sold.
  expect((await open(buyer, filmId, paid.orderId)).order?.state).toBe(OrderState.FULFILLED);
  await expect(open(buyer, filmId)).rejects.toMatchObject({ reason: 'ALREADY_UNLOCKED' });
});

test('a declined card says why, charges nothing, and another one pays', async () => {
  const buyer = film.lover();
  const filmId = await pricedFilm();
  const { order } = await open(buyer, filmId);
  const orderId = order?.id ?? '';
  const declined = await buyer.checkout.confirmTestPayment({ orderId, ...card('4000000000009995') });
  expect(declined.order).toMatchObject({ state: OrderState.PAYING, step: PaymentStep.CARD });
  expect(declined.order?.declineMessage).toContain('There is not enough money in its account.');
  expect([await unlocksOf(filmId), await booked(orderId)]).toEqual([[], {}]);
  await expect(buyer.checkout.confirmTestPayment({ orderId, ...card('4111111111111111') })).rejects.toMatchObject({
    reason: 'UNKNOWN_TEST_CARD',
  });
  const paid = await buyer.checkout.confirmTestPayment({ orderId, ...card(PAYS) });
  expect(paid.order).toMatchObject({ state: OrderState.FULFILLED, declineMessage: '' });
});

test('a bank that asks is answered: no is a decline, yes pays', async () => {
  const { buyer, orderId, order } = await bought(CHALLENGES);
  expect(order).toMatchObject({ state: OrderState.PAYING, step: PaymentStep.CHALLENGE });
  const refused = await buyer.checkout.answerTestChallenge({ orderId, approved: false });
  expect(refused.order?.declineMessage).toContain('Your bank did not confirm that it is you');
  await buyer.checkout.confirmTestPayment({ orderId, ...card(CHALLENGES) });
  const approved = await buyer.checkout.answerTestChallenge({ orderId, approved: true });
  expect(approved.order?.state).toBe(OrderState.FULFILLED);
  expect(await booked(orderId)).toEqual(SOLD);
});

test('a slow payment is checked until the provider says, and then the film is there by its event alone', async () => {
  const { buyer, filmId, orderId, order } = await bought('000123456789');
  expect(order).toMatchObject({ state: OrderState.PAYING, step: PaymentStep.WAIT });
  // A reload finds the same order, and it cannot be cancelled any more.
  expect((await open(buyer, filmId)).order).toMatchObject({ id: orderId, step: PaymentStep.WAIT });
  await expect(buyer.checkout.cancelOrder({ orderId })).rejects.toMatchObject({ reason: 'PAYMENT_UNDER_WAY' });
  film.clock.advance(5_000);
  await eventually(async () => (await accessOf(buyer, filmId))?.valid === true);
  expect(await booked(orderId)).toEqual(SOLD);
});

describe('what the provider sends', () => {
  test('is applied once, however often, late and out of order it comes', async () => {
    const { buyer, filmId, orderId } = await bought();
    const { paymentId } = await paymentOf(orderId);
    const types = ['payment_intent.payment_failed', 'payment_intent.succeeded', 'payment_intent.processing'];
    const events = types.flatMap((type) => {
      const event = { id: `evt_${newId()}`, paymentId, type };
      return [event, event];
    });
    await Promise.all(events.map((event) => deliver(event)));
    for (const event of events.toReversed()) await deliver(event);
    expect([await unlocksOf(filmId), await booked(orderId)]).toEqual([[{ paidAmount: PRICE }], SOLD]);
    expect((await buyer.checkout.getOrder({ orderId })).order?.state).toBe(OrderState.FULFILLED);
  });

  test('delivers a film although the buyer has left', async () => {
    const buyer = film.lover();
    const filmId = await pricedFilm();
    const orderId = (await open(buyer, filmId)).order?.id ?? '';
    const { paymentId } = await paymentOf(orderId);
    // Paid in the buyer's browser, whose answer never came.
    await film.db.query("UPDATE test_payments SET status = 'SUCCEEDED' WHERE id = $1", [paymentId]);
    await deliver({ id: `evt_${newId()}`, paymentId });
    expect((await accessOf(buyer, filmId))?.valid).toBe(true);
  });

  test('is refused unless it is signed now, with our secret', async () => {
    const { orderId } = await bought(CHALLENGES);
    const { paymentId } = await paymentOf(orderId);
    const event = { id: `evt_${newId()}`, paymentId };
    const refused = { code: Code.InvalidArgument, reason: 'WEBHOOK_REFUSED' };
    await expect(deliver(event, 'another-secret-of-somebody')).rejects.toMatchObject(refused);
    await expect(deliver(event, SECRET, new Date(film.clock.now().getTime() - 301_000))).rejects.toMatchObject(refused);
    await expect(gateway().receivePaymentEvent({ body: Buffer.from('{}'), signature: 'x' })).rejects.toMatchObject(
      refused,
    );
    expect(await film.db.query('SELECT 1 FROM payment_events WHERE event_id = $1', [event.id])).toEqual([]);
    const media = film.as(viewers.service('media')).checkout;
    await expect(media.receivePaymentEvent({})).rejects.toMatchObject({ reason: 'SERVICES_ONLY' });
  });

  test('about an order that we do not know is kept and changes nothing', async () => {
    const event = { id: `evt_${newId()}`, paymentId: 'pi_of_another_site' };
    await deliver(event);
    const text = 'SELECT applied_at IS NOT NULL AS applied FROM payment_events WHERE event_id = $1';
    expect(await film.db.query(text, [event.id])).toEqual([{ applied: true }]);
  });

  test('of another amount delivers nothing, and the money goes back', async () => {
    const buyer = film.lover();
    const filmId = await pricedFilm();
    const orderId = (await open(buyer, filmId)).order?.id ?? '';
    const { paymentId } = await paymentOf(orderId);
    await film.db.query("UPDATE test_payments SET status = 'SUCCEEDED', amount = 500 WHERE id = $1", [paymentId]);
    await deliver({ id: `evt_${newId()}`, paymentId });
    const { order } = await buyer.checkout.getOrder({ orderId });
    expect(order).toMatchObject({ state: OrderState.REFUNDED, fulfilled: false });
    expect([await unlocksOf(filmId), await booked(orderId)]).toEqual([[], NOTHING]);
    const refunded = await film.db.query('SELECT refunded FROM test_payments WHERE id = $1', [paymentId]);
    expect(refunded).toEqual([{ refunded: 500n }]);
  });
});

describe('the price', () => {
  test.each([-1n, 100_000n])('of %s cents is refused', async (price) => {
    const filmId = await pricedFilm();
    await expect(open(film.lover(), filmId, newId(), price)).rejects.toMatchObject({ code: Code.InvalidArgument });
  });

  test('of nothing, for a film that is not free, is refused as one that has changed', async () => {
    const filmId = await pricedFilm();
    const opened = open(film.lover(), filmId, newId(), 0n);
    await expect(opened).rejects.toMatchObject({ reason: 'PRICE_CHANGED' });
  });

  test('is the server’s: another one is confirmed again, and an open order of it is ended', async () => {
    const buyer = film.lover();
    const filmId = await pricedFilm();
    await expect(open(buyer, filmId, newId(), 99n)).rejects.toMatchObject({
      reason: 'PRICE_CHANGED',
      metadata: { price: '499' },
    });
    const old = (await open(buyer, filmId)).order?.id ?? '';
    await makers.get(filmId)?.studio.updateFilm({ ...id(), filmId, usdCost: 599n });
    await expect(open(buyer, filmId, old, 599n)).rejects.toMatchObject({ reason: 'ORDER_ENDED' });
    await expect(open(buyer, filmId, newId(), 599n).then(({ order }) => order?.amount)).resolves.toBe(599n);
    expect((await buyer.checkout.getOrder({ orderId: old })).order?.state).toBe(OrderState.CANCELLED);
  });

  test('of a free film is not taken, and a film that is not shown is not sold', async () => {
    const free = await film.releasedFilm(film.maker());
    await expect(open(film.lover(), free)).rejects.toMatchObject({ reason: 'NOTHING_TO_PAY' });
    const hidden = await pricedFilm();
    await film.db.query('UPDATE films SET published = false WHERE id = $1', [hidden]);
    await expect(open(film.lover(), hidden)).rejects.toMatchObject({ reason: 'FILM_NOT_AVAILABLE' });
  });
});

describe('late money', () => {
  /** Pays slowly, and is paid once `meanwhile` has happened. */
  async function late(meanwhile: (sold: { filmId: string; orderId: string }) => Promise<unknown>) {
    const { buyer, filmId, orderId } = await bought('000123456789');
    await meanwhile({ filmId, orderId });
    film.clock.advance(5_000);
    const done = [OrderState.FULFILLED, OrderState.REFUNDED];
    await eventually(async () => {
      const { order } = await buyer.checkout.getOrder({ orderId });
      return done.includes(order?.state ?? OrderState.UNSPECIFIED);
    });
    return { buyer, filmId, orderId, state: (await buyer.checkout.getOrder({ orderId })).order?.state };
  }

  test('buys the film after its hold too, where it can still be had', async () => {
    const { filmId, orderId, state, buyer } = await late(async () => film.clock.advance(31 * 60_000));
    expect(state).toBe(OrderState.FULFILLED);
    expect([await booked(orderId), (await accessOf(buyer, filmId))?.valid]).toEqual([SOLD, true]);
  });

  test.each([
    'published = false',
    'is_free = true',
    'usd_cost = 0',
    "release_type = 'SCREENING'",
    "release_type = 'TRAILER'",
  ])('goes back by itself where the film is not sold any more: %s', async (change) => {
    const { filmId, orderId, state } = await late(({ filmId }) =>
      film.db.query(`UPDATE films SET ${change} WHERE id = $1`, [filmId]),
    );
    expect(state).toBe(OrderState.REFUNDED);
    expect([await booked(orderId), await unlocksOf(filmId)]).toEqual([NOTHING, []]);
  });
});

test('an order that nobody pays ends by itself, at the provider too', async () => {
  const buyer = film.lover();
  const filmId = await pricedFilm();
  const orderId = (await open(buyer, filmId)).order?.id ?? '';
  film.clock.advance(31 * 60_000);
  await eventually(async () => (await paymentOf(orderId)).status === 'CANCELLED', 60_000);
  await eventually(async () => (await buyer.checkout.getOrder({ orderId })).order?.state === OrderState.EXPIRED);
  await expect(open(buyer, filmId, orderId)).rejects.toMatchObject({ reason: 'ORDER_ENDED' });
  expect((await open(buyer, filmId)).order?.id).not.toBe(orderId);
}, 90_000);

test('a cancelled order charges nothing and cannot be paid', async () => {
  const buyer = film.lover();
  const filmId = await pricedFilm();
  const orderId = (await open(buyer, filmId)).order?.id ?? '';
  expect((await buyer.checkout.cancelOrder({ orderId })).order?.state).toBe(OrderState.CANCELLED);
  expect((await buyer.checkout.cancelOrder({ orderId })).order?.state).toBe(OrderState.CANCELLED);
  const paid = await buyer.checkout.confirmTestPayment({ orderId, ...card(PAYS) });
  expect(paid.order?.state).toBe(OrderState.CANCELLED);
  expect([await unlocksOf(filmId), await booked(orderId)]).toEqual([[], {}]);
});

test('somebody else’s order is not found, whatever is asked of it', async () => {
  const { orderId, filmId } = await bought(CHALLENGES);
  const { checkout } = film.lover();
  const missing = { code: Code.NotFound, reason: 'ORDER_NOT_FOUND' };
  await expect(checkout.getOrder({ orderId })).rejects.toMatchObject(missing);
  await expect(checkout.cancelOrder({ orderId })).rejects.toMatchObject(missing);
  await expect(checkout.confirmTestPayment({ orderId, ...card(PAYS) })).rejects.toMatchObject(missing);
  await expect(checkout.answerTestChallenge({ orderId, approved: true })).rejects.toMatchObject(missing);
  await expect(checkout.getOrder({ orderId: 'no id' })).rejects.toMatchObject(missing);
  await expect(checkout.openOrder({ orderId, filmId, price: PRICE })).rejects.toMatchObject(missing);
});

describe('a refund by staff', () => {
  const trusted = () => film.as(viewers.staff({ steppedUpAt: film.clock.now() }));
  const why = { reason: 'The sound was missing' };

  test('ends playback, takes the money back from fee and earnings, and stands in the history', async () => {
    const { buyer, filmId, orderId } = await bought();
    const { playbackSessionId } = await buyer.watch.startPlayback({ ...id(), filmId });
    const beat = { playbackSessionId, positionMs: 1_000, playedMs: 1_000 };
    expect((await buyer.watch.heartbeat(beat)).access?.valid).toBe(true);

    const { order } = await trusted().sales.refundOrder({ ...id(), orderId, ...why });

    expect(order).toMatchObject({ id: orderId, state: OrderState.REFUNDED, refunding: true });
    expect((await buyer.watch.heartbeat(beat)).access).toMatchObject({ valid: false, signedUrl: '' });
    await expect(buyer.watch.startPlayback({ ...id(), filmId })).rejects.toMatchObject({ reason: 'UNLOCK_REQUIRED' });
    expect(await booked(orderId)).toEqual({ PROVIDER: 0n, UNDELIVERED: 0n, PLATFORM_FEE: 0n, EARNINGS: 0n });
    const { actions } = await film.staff().moderation.listFilmActions({ filmId });
    const changes = [{ field: 'order', before: orderId }];
    expect(actions.slice(0, 2)).toMatchObject([
      { ...why, kind: FilmActionKind.ORDER_REFUNDED, changes },
      { ...why, kind: FilmActionKind.ORDER_REFUND_ASKED, changes },
    ]);
    await expect(trusted().sales.refundOrder({ ...id(), orderId, ...why })).rejects.toMatchObject({
      reason: 'NOT_REFUNDABLE',
    });
    // The film can be bought again.
    expect((await open(buyer, filmId)).order?.state).toBe(OrderState.PAYING);
  });

  test('that the provider cannot make gives the film back, and can be tried again', async () => {
    const { buyer, filmId, orderId } = await bought('4000000000005134');
    const { order } = await trusted().sales.refundOrder({ ...id(), orderId, ...why });
    const failure = 'expired_or_canceled_card';
    expect(order).toMatchObject({ state: OrderState.FULFILLED, refunding: false, refundFailure: failure });
    expect([(await accessOf(buyer, filmId))?.valid, await booked(orderId)]).toEqual([true, SOLD]);
    const { actions } = await film.staff().moderation.listFilmActions({ filmId });
    expect(actions.slice(0, 2)).toMatchObject([
      {
        ...{ ...why, kind: FilmActionKind.ORDER_REFUND_FAILED },
        changes: [
          { field: 'order', before: orderId },
          { field: 'failure', after: failure },
        ],
      },
      { ...why, kind: FilmActionKind.ORDER_REFUND_ASKED },
    ]);
    // It is asked for again, and staff see that it waits, then that it failed again.
    const again = await trusted().sales.refundOrder({ ...id(), orderId, ...why });
    expect(again.order).toMatchObject({ refunding: false, refundFailure: failure });
    const { sales } = await film.staff().sales.listFilmSales({ filmId });
    expect(sales[0]?.order).toMatchObject({ id: orderId, refundFailure: failure, refunding: false });
    const refunds = await film.db.query('SELECT state FROM order_refunds WHERE order_id = $1', [orderId]);
    expect(refunds).toEqual([{ state: 'FAILED' }, { state: 'FAILED' }]);
  });

  test('that fails after it had succeeded is owed to the buyer, until staff give it back again or have paid it another way', async () => {
    const { buyer, filmId, orderId } = await bought('4000000000005126');
    const first = await trusted().sales.refundOrder({ ...id(), orderId, ...why });
    expect(first.order).toMatchObject({ state: OrderState.REFUNDED, refunding: true, owed: 0n, refundFailure: '' });
    const failure = 'expired_or_canceled_card';
    const own = async () => (await buyer.checkout.getOrder({ orderId })).order;
    // Not by the buyer's calls, of which a minute has so many.
    const isOwed = async () => {
      const [row] = await film.db.query<{ owed: bigint }>('SELECT owed FROM orders WHERE id = $1', [orderId]);
      return row?.owed === 499n;
    };
    film.clock.advance(5_000);
    await eventually(isOwed);
    expect(await own()).toMatchObject({ state: OrderState.REFUNDED, refundFailure: failure, owedRefunding: false });
    // What it took does not come back by it, and the seller has what they had.
    expect([(await accessOf(buyer, filmId))?.valid, await booked(orderId)]).toEqual([
      false,
      { PROVIDER: -499n, UNDELIVERED: 499n, PLATFORM_FEE: 0n, EARNINGS: 0n },
    ]);
    const receipt = async () => (await buyer.receipts.getReceipt({ orderId })).receipt?.refunds;
    expect(await receipt()).toMatchObject([{ amount: 499n, ended: true, failedAt: expect.anything() }]);
    const { sales, refunded } = await film.staff().sales.listFilmSales({ filmId });
    expect([sales[0]?.order, refunded]).toMatchObject([{ owed: 499n, refundFailure: failure }, 0n]);

    const again = await trusted().sales.refundOwed({ ...id(), orderId, ...why });
    expect(again.order).toMatchObject({ state: OrderState.REFUNDED, owed: 0n, refundFailure: '' });
    await expect(trusted().sales.refundOwed({ ...id(), orderId, ...why })).rejects.toMatchObject({
      reason: 'NOT_REFUNDABLE',
    });
    film.clock.advance(5_000);
    await eventually(isOwed);
    const how = { reason: 'Sent by bank transfer', paidElsewhere: true };
    const paid = await trusted().sales.refundOwed({ ...id(), orderId, ...how });
    expect(paid.order).toMatchObject({ state: OrderState.REFUNDED, owed: 0n, refundFailure: '' });
    expect((await receipt())?.map(({ failedAt }) => failedAt === undefined)).toEqual([false, false, true]);
    expect(await booked(orderId)).toMatchObject({ PROVIDER: -499n, UNDELIVERED: 0n });
    const { actions } = await film.staff().moderation.listFilmActions({ filmId });
    expect(actions.map(({ kind }) => FilmActionKind[kind]).slice(0, 8)).toEqual(
      [
        'REFUNDED',
        'REFUND_ASKED',
        'REFUND_FAILED',
        'REFUNDED',
        'REFUND_ASKED',
        'REFUND_FAILED',
        'REFUNDED',
        'REFUND_ASKED',
      ].map((kind) => `ORDER_${kind}`),
    );
    expect(actions[0]).toMatchObject({ reason: how.reason });
    // The buyer learns of each failure and of each end of it once.
    const events = (await film.published(OrderChangedSchema)).filter((event) => event.orderId === orderId);
    const [{ id: one = '' } = {}, { id: two = '' } = {}, { id: three = '' } = {}] = await film.db.query<{ id: string }>(
      'SELECT id FROM order_refunds WHERE order_id = $1 ORDER BY created_at, id',
      [orderId],
    );
    expect(events.filter(({ refund }) => refund).map(({ refundId, owedStep }) => [refundId, owedStep])).toEqual([
      ...[one, one].map((refundId) => [refundId, '']),
      ...[
        [one, 'OWED'],
        [two, 'GOING'],
        [two, 'GIVEN'],
      ],
      ...[
        [two, 'OWED'],
        [three, 'GOING'],
        [three, 'ELSEWHERE'],
      ],
    ]);
  });

  test('that takes a while holds the money, and is made once', async () => {
    const { buyer, filmId, orderId } = await bought('4000000000007726');
    const { order } = await trusted().sales.refundOrder({ ...id(), orderId, ...why });
    expect(order).toMatchObject({ state: OrderState.FULFILLED, refunding: true });
    expect((await accessOf(buyer, filmId))?.valid).toBe(false);
    await expect(trusted().sales.refundOrder({ ...id(), orderId, ...why })).rejects.toMatchObject({
      reason: 'REFUND_PENDING',
    });
    // Until it is known how the refund went, which may give the film back, it is not sold again.
    await expect(open(buyer, filmId)).rejects.toMatchObject({ reason: 'REFUND_PENDING' });
    film.clock.advance(5_000);
    await eventually(async () => (await buyer.checkout.getOrder({ orderId })).order?.state === OrderState.REFUNDED);
    expect(Object.values(await booked(orderId)).every((amount) => amount === 0n)).toBe(true);
    expect((await open(buyer, filmId)).order?.state).toBe(OrderState.PAYING);
  });

  test('needs a step-up, the permission and a reason', async () => {
    const { orderId } = await bought();
    await expect(film.lover().sales.refundOrder({ ...id(), orderId, ...why })).rejects.toMatchObject({
      reason: 'FORBIDDEN',
    });
    await expect(film.as(viewers.staff()).sales.refundOrder({ ...id(), orderId, ...why })).rejects.toThrow();
    await expect(trusted().sales.refundOrder({ ...id(), orderId, reason: '' })).rejects.toMatchObject({
      code: Code.InvalidArgument,
    });
  });
});

test('what the reconcilers found is for staff who may refund, with its film and buyer', async () => {
  const { buyer, filmId, orderId } = await bought();
  const seen = film.as(viewers.staff()).sales;
  const compared = "SELECT FROM payment_comparisons WHERE subject = 'ORDERS'";
  await eventually(async () => (await film.db.query(compared)).length > 0);
  // The reconciler drops it in its next round, since the order fits.
  await eventually(async () => {
    await film.db.query(
      `INSERT INTO payment_differences (id, kind, found_at) VALUES ($1, 'PROVIDER', $2) ON CONFLICT DO NOTHING`,
      [orderId, film.clock.now()],
    );
    expect(await seen.listPaymentDifferences({})).toMatchObject({
      differences: [
        {
          ...{ id: orderId, kind: PaymentDifferenceKind.PROVIDER, accountId: buyer.viewer.accountId, itemId: filmId },
          ...{ itemKind: 'UNLOCK', amount: PRICE, booked: PRICE, currency: 'USD', state: 'FULFILLED' },
        },
      ],
      total: 1,
      comparedAt: expect.anything(),
    });
  });
  for (const who of [film.as(viewers.admin()), film.maker(), buyer])
    await expect(who.sales.listPaymentDifferences({})).rejects.toMatchObject({ code: Code.PermissionDenied });
});

test('a film that is gone before the time to watch has ended is paid back, to nobody whose time was over', async () => {
  const over = await bought();
  film.clock.advance(25 * 3_600_000);
  const deleted = await bought();
  const changes = [
    'published = false',
    "release_type = 'TRAILER'",
    "release_type = 'SCREENING', screening_start_time = '2030-01-01'",
  ];
  const lost = [deleted];
  for (const change of changes) {
    const sold = await bought();
    await film.db.query(`UPDATE films SET ${change}, updated_at = $2 WHERE id = $1`, [sold.filmId, film.clock.now()]);
    lost.push(sold);
  }
  expect(await lostOrders.list(film.db, film.clock.now())).toEqual([]);
  film.clock.advance(16 * 60_000);
  await film.db.query('UPDATE films SET published = false WHERE id = $1', [over.filmId]);
  await makers.get(deleted.filmId)?.studio.deleteFilm({ ...id(), filmId: deleted.filmId });
  const stateOf = async ({ orderId }: typeof over) =>
    (await film.db.query<{ state: string }>('SELECT state FROM orders WHERE id = $1', [orderId]))[0]?.state;
  for (const sold of lost) {
    await eventually(async () => (await stateOf(sold)) === 'REFUNDED', 20_000);
    expect(Object.values(await booked(sold.orderId)).every((amount) => amount === 0n)).toBe(true);
  }
  expect([await stateOf(over), await booked(over.orderId)]).toEqual(['FULFILLED', SOLD]);
}, 60_000);

test('a payment that the buyer’s bank takes back ends the access', async () => {
  const { buyer, filmId, orderId } = await bought('4000000000000259');
  const { order } = await buyer.checkout.getOrder({ orderId });
  expect(order).toMatchObject({ state: OrderState.REFUNDED, fulfilled: true });
  expect((await accessOf(buyer, filmId))?.valid).toBe(false);
  expect(Object.values(await booked(orderId)).every((amount) => amount === 0n)).toBe(true);
});

import { OrderState } from '@marquee/contracts/film/v1/checkout_pb';
import type { Query } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import { invariants, unlocksOnRecord } from './invariants.ts';
import { type FilmHarness, filmService } from './testing/film-service.ts';

let film: FilmHarness;
let orderId: string;
beforeAll(async () => {
  film = await filmService({ PAYMENT_PROVIDER: 'test', PAYMENT_WEBHOOK_SECRET: 'webhook-secret-of-the-test' });
  const filmId = await film.releasedFilm(film.maker());
  const [lover, other] = [film.lover(), film.lover()];
  for (const rating of [2, 4])
    await lover.reviews.rateFilm({ requestId: newId(), filmId, rating, message: rating > 3 ? 'It grows.' : '' });
  await other.reviews.rateFilm({ requestId: newId(), filmId, rating: 5 });
  await other.reviews.deleteReview({ filmId });
  await other.reviews.setLike({ filmId, liked: true });
  await other.reviews.setBlock({ filmId, blocked: true });
  orderId = await sellFilm();
  await film.indexed();
});

/** Somebody has bought a film, which the last order is of. */
async function sellFilm(): Promise<string> {
  const maker = film.maker();
  const filmId = await film.releasedFilm(maker);
  await maker.studio.updateFilm({ requestId: newId(), filmId, isFree: false, usdCost: 499n });
  const { checkout } = film.lover();
  const { order } = await checkout.openOrder({ orderId: newId(), filmId, price: 499n });
  const card = { number: '4242424242424242', expiry: '12/34', securityCode: '123' };
  const paid = await checkout.confirmTestPayment({ orderId: order?.id ?? '', ...card });
  expect(paid.order?.state).toBe(OrderState.FULFILLED);
  return order?.id ?? '';
}

async function violations(query: Query): Promise<string[]> {
  const found: string[] = [];
  for (const { check } of invariants.invariants) found.push(...(await check(query)));
  return found.sort();
}

/** The violations after a change that is then undone. */
async function violationsAfter(change: string): Promise<string[]> {
  let found: string[] = [];
  const undo = new Error('undo');
  const changed = film.db.transaction(async (tx) => {
    await tx.query(change);
    found = await violations(tx.query);
    throw undo;
  });
  await expect(changed).rejects.toBe(undo);
  return found;
}

test('what viewers do keeps the invariants of film', async () => {
  expect(await violations(film.db.query)).toEqual([]);
});

test.each([
  [
    'a rating that was not counted',
    'UPDATE reviews SET rating = 1',
    [/^ratings of 1 of film .*: 0 counted, 1 given$/, /^ratings of 4 of film .*: 1 counted, 0 given$/],
  ],
  ['a comment that is gone', "UPDATE reviews SET message = ''", [/^comments of film .*: 1 counted, 0 given$/]],
  [
    'a like that was counted twice',
    'INSERT INTO stat_deltas (film_id, likes) SELECT film_id, 1 FROM film_likes',
    [/^likes of film .*: 2 counted, 1 given$/],
  ],
  [
    'a film that no search finds',
    'DELETE FROM search_documents WHERE id = (SELECT film_id FROM film_likes)',
    [/^film .* is not found$/],
  ],
  ['a block that is gone', 'DELETE FROM film_blocks', [/^blocks of film .*: 1 counted, 0 given$/]],
  [
    'a change of a review without its event',
    'UPDATE reviews SET version = version + 1',
    [/^review .* is at version 3 and has 2 events$/],
  ],
])('%s breaks an invariant', async (_what, change, expected) => {
  expect(await violationsAfter(change)).toEqual(expected.map((pattern) => expect.stringMatching(pattern)));
});

// A refund that is about the order, of which no entry of the ledger says anything.
const refunded = (state: string) => `INSERT INTO order_refunds (id, order_id, kind, state, created_at)
  SELECT gen_random_uuid(), id, 'STAFF', '${state}', paid_at FROM orders`;
// The same film, sold to the same person again.
const AGAIN = `WITH again AS (
    INSERT INTO orders SELECT (json_populate_record(o, json_build_object('id', gen_random_uuid(), 'payment_id', 'pi_again'))).* FROM orders o
    RETURNING *
  ) INSERT INTO test_payments SELECT (json_populate_record(p, json_build_object('id', 'pi_again', 'order_id', a.id,
    'client_secret', 'again'))).* FROM test_payments p, again a`;

test.each([
  ['a charge without its unlock', 'DELETE FROM unlocks', [/^order .* is FULFILLED without its unlock or its refund$/]],
  [
    'a charge whose unlock ended early',
    "UPDATE unlocks SET expire_at = expire_at - interval '1 hour'",
    [/^order .* is FULFILLED without its unlock or its refund$/],
  ],
  [
    'a charge of an order that was neither delivered nor given back',
    "DELETE FROM unlocks; UPDATE orders SET state = 'PAID'",
    [/^order .* is PAID without its unlock or its refund$/],
  ],
  [
    'a charge of an order that nobody paid',
    "DELETE FROM unlocks; UPDATE orders SET state = 'CANCELLED'",
    [/^order .* is CANCELLED, its payment SUCCEEDED of 499, of which went back 0$/],
  ],
  [
    'a charge without an order',
    "INSERT INTO test_payments (id, order_id, client_secret, amount, currency, status, created_at) VALUES ('pi', gen_random_uuid(), 's', 5, 'USD', 'SUCCEEDED', now())",
    [/^order .* is missing, its payment SUCCEEDED of 5, of which went back 0$/],
  ],
  [
    'a charge of another amount',
    'UPDATE test_payments SET amount = 998',
    [/^order .* is FULFILLED, its payment SUCCEEDED of 998, of which went back 0$/],
  ],
  [
    'a double charge',
    AGAIN,
    [/^order .* is FULFILLED without its unlock or its refund$/, /^orders .* and .* are paid for one film$/],
  ],
  [
    'an unlock without a charge',
    "UPDATE test_payments SET status = 'NEEDS_CARD'",
    [/^order .* is FULFILLED, its payment NEEDS_CARD of 499, of which went back 0$/],
  ],
  [
    'an unlock without a paid order',
    "UPDATE test_payments SET status = 'CANCELLED'; UPDATE orders SET state = 'CANCELLED'",
    [/^unlock .* cost 499, its order is CANCELLED$/],
  ],
  ['an unlock that outlasts its refund', refunded('PENDING'), [/^unlock .* cost 499, its order is going back$/]],
  [
    'a refund that the provider never made',
    `DELETE FROM unlocks; ${refunded('SUCCEEDED')}; UPDATE orders SET state = 'REFUNDED'`,
    [/^order .* is REFUNDED, its payment SUCCEEDED of 499, of which went back 0$/],
  ],
  [
    'money that went back of an unlock that stays',
    'UPDATE test_payments SET refunded = amount',
    [/^order .* is FULFILLED, its payment SUCCEEDED of 499, of which went back 499$/],
  ],
])('%s breaks an invariant [WAT-02:price]', async (_what, change, expected) => {
  expect(await violationsAfter(change)).toEqual(expected.map((pattern) => expect.stringMatching(pattern)));
});

test('an order has its unlock on record while that has its full time', async () => {
  expect(await unlocksOnRecord(film.db.query, [orderId, newId()])).toEqual(new Set([orderId]));
  await expect(
    film.db.transaction(async (tx) => {
      await tx.query("UPDATE unlocks SET expire_at = expire_at - interval '1 hour'");
      expect(await unlocksOnRecord(tx.query, [orderId])).toEqual(new Set());
      throw new Error('undo');
    }),
  ).rejects.toThrow('undo');
});

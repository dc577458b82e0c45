import { OrderState } from '@marquee/contracts/film/v1/checkout_pb';
import { newId } from '@marquee/data/ids';
import { encodeClientInfo } from '@marquee/runtime/client-info';
import { eventually } from '@marquee/testing/eventually';
import { viewers } from '@marquee/testing/viewers';
import { type FilmHarness, filmService } from '../testing/film-service.ts';

const PRICE = 499n;
const PAYS = '4242424242424242';
const PAYS_SLOWLY = '000123456789';
const ASKS = '4000002500003155';
const MINUTE_MS = 60_000;

let film: FilmHarness;
beforeAll(async () => {
  film = await filmService({ PAYMENT_PROVIDER: 'test' });
});

/** Somebody in Portugal with an order that waits for a card, of a film that can be had there. */
async function ordered() {
  const maker = film.maker();
  const filmId = await film.releasedFilm(maker);
  const allowedLocations = { values: [{ country: 'PT' }] };
  const priced = { filmId, isFree: false, usdCost: PRICE, allowedLocations };
  await maker.studio.updateFilm({ requestId: newId(), ...priced });
  const viewer = viewers.movieLover();
  const from = (country: string) =>
    film.as(viewer, { clientInfoBytes: encodeClientInfo({ ip: '193.136.128.1', place: { country } }) }).checkout;
  const [here, orderId] = [from('PT'), newId()];
  const open = (id = orderId, price = PRICE) => here.openOrder({ orderId: id, filmId, price });
  await open();
  return {
    ...{ filmId, orderId, here, from, open },
    change: (to: string) => film.db.query(`UPDATE films SET ${to} WHERE id = $1`, [filmId]),
    pay: (number = PAYS, checkout = here) =>
      checkout.confirmTestPayment({ orderId, number, expiry: '12/34', securityCode: '123' }),
    answer: () => here.answerTestChallenge({ orderId, approved: true }),
    stateOf: async () => (await here.getOrder({ orderId })).order?.state,
    async charged() {
      const text = `SELECT p.status FROM test_payments p WHERE p.order_id = $1
        UNION ALL SELECT 'UNLOCKED' FROM unlocks WHERE film_id = $2`;
      return (await film.db.query<{ status: string }>(text, [orderId, filmId])).map(({ status }) => status);
    },
  };
}

const OTHERWISE: [string, object][] = [
  ['usd_cost = 599', { reason: 'PRICE_CHANGED', metadata: { price: '599' } }],
  ['usd_cost = 399', { reason: 'PRICE_CHANGED', metadata: { price: '399' } }],
  ['is_free = true', { reason: 'NOTHING_TO_PAY' }],
  ['usd_cost = 0, coin_cost = 50', { reason: 'COINS_ONLY' }],
  [`allowed_locations = '[{"country":"JP"}]'`, { reason: 'REGION_UNAVAILABLE' }],
  ['published = false', { reason: 'FILM_NOT_AVAILABLE' }],
];

test.each(OTHERWISE)('an order is not paid once its film is sold otherwise: %s [WAT-02:price]', async (to, refused) => {
  const { change, pay, stateOf, charged } = await ordered();
  await change(to);
  await expect(pay()).rejects.toMatchObject(refused);
  expect([await stateOf(), await charged()]).toEqual([OrderState.CANCELLED, ['CANCELLED']]);
  // Paid again, it has ended.
  expect((await pay()).order?.state).toBe(OrderState.CANCELLED);
});

test('a sheet that is opened again is not given an order of another price [WAT-02:price]', async () => {
  const { change, open, stateOf, charged } = await ordered();
  await change('usd_cost = 599');
  await expect(open()).rejects.toMatchObject({ reason: 'PRICE_CHANGED', metadata: { price: '599' } });
  expect([await stateOf(), await charged()]).toEqual([OrderState.CANCELLED, ['CANCELLED']]);
  expect((await open(newId(), 599n)).order?.amount).toBe(599n);
});

test('the bank’s question is not answered for another price [WAT-02:price]', async () => {
  const { change, pay, answer, charged } = await ordered();
  await pay(ASKS);
  await change('usd_cost = 599');
  await expect(answer()).rejects.toMatchObject({ reason: 'PRICE_CHANGED' });
  expect(await charged()).toEqual(['CANCELLED']);
});

test('an order is paid only where its film can be watched [WAT-03]', async () => {
  const { pay, from, stateOf, charged } = await ordered();
  await expect(pay(PAYS, from('ES'))).rejects.toMatchObject({ reason: 'REGION_UNAVAILABLE' });
  expect([await stateOf(), await charged()]).toEqual([OrderState.CANCELLED, ['CANCELLED']]);
});

test('money that is on its way buys the film as agreed, though its price changed meanwhile [WAT-02:price]', async () => {
  const { pay, change, open, stateOf, charged } = await ordered();
  await pay(PAYS_SLOWLY);
  await change('usd_cost = 599');
  for (const again of [pay, open]) expect((await again()).order?.state).toBe(OrderState.PAYING);
  film.clock.advance(5_000);
  await eventually(async () => (await stateOf()) === OrderState.FULFILLED);
  expect(await charged()).toEqual(['SUCCEEDED', 'UNLOCKED']);
});

test.each([31 * MINUTE_MS, 15 * 24 * 60 * MINUTE_MS])(
  'an order whose hold is over is not paid, also before it was swept: %s ms later [WAT-02:price]',
  async (ms) => {
    const { orderId, pay, stateOf, charged } = await ordered();
    // As if no sweeper had looked at it.
    await film.db.query(
      `UPDATE orders SET created_at = created_at - $2 * interval '1 ms', held_until = held_until - $2 * interval '1 ms'
      WHERE id = $1`,
      [orderId, ms],
    );
    await expect(pay()).rejects.toMatchObject({ reason: 'ORDER_ENDED' });
    expect([await stateOf(), await charged()]).toEqual([OrderState.EXPIRED, ['CANCELLED']]);
    await expect(pay()).rejects.toMatchObject({ reason: 'ORDER_ENDED' });
  },
);

import { OrderState } from '@marquee/contracts/film/v1/checkout_pb';
import { HeldCoinsState } from '@marquee/contracts/rewards/v1/coins_pb';
import { newId } from '@marquee/data/ids';
import { ledgerInvariants } from '@marquee/ledger/invariants';
import { eventually } from '@marquee/testing/eventually';
import { startCoinsDouble } from '../testing/coins-double.ts';
import { type FilmHarness, filmService } from '../testing/film-service.ts';

const PRICE = 499n;
const COINS = 120n;
const card = { number: '4242424242424242', expiry: '12/34', securityCode: '123' };

let film: FilmHarness;
let rewards: Awaited<ReturnType<typeof startCoinsDouble>>;
beforeAll(async () => {
  rewards = await startCoinsDouble({ now: () => film.clock.now() });
  film = await filmService({ PAYMENT_PROVIDER: 'test', PAID_UNLOCK_HOURS: 24 }, { rewards: rewards.address });
});
afterEach(async () => {
  rewards.lost.clear();
  rewards.meanwhile.ask = undefined;
  rewards.meanwhile.hold = undefined;
  rewards.meanwhile.void = undefined;
  for (const { check, name } of ledgerInvariants) expect([name, await check(film.db.query)]).toEqual([name, []]);
});

type Buyer = ReturnType<FilmHarness['lover']>;
const id = () => ({ requestId: newId() });

async function pricedFilm({ usdCost = PRICE, coinCost = COINS } = {}): Promise<string> {
  const maker = film.maker();
  const filmId = await film.releasedFilm(maker);
  await maker.studio.updateFilm({ ...id(), filmId, isFree: false, usdCost, coinCost });
  return filmId;
}
function owner(coins: bigint): Buyer {
  const buyer = film.lover();
  rewards.add(buyer.viewer.accountId, coins);
  return buyer;
}
const balanceOf = ({ viewer }: Buyer) => rewards.balances.get(viewer.accountId);
const unlock = (buyer: Buyer, filmId: string, orderId: string = newId(), coins = COINS) =>
  buyer.checkout.unlockWithCoins({ orderId, filmId, coins });
const accessOf = async (buyer: Buyer, filmId: string) => (await buyer.watch.getFilmAccess({ filmId })).access;
/** The sweeper looks at what a request had begun after half a minute. */
async function swept(condition: () => Promise<boolean>) {
  film.clock.advance(31_000);
  await eventually(condition, 15_000);
}

test('a film is unlocked with coins: they are taken, and it is watched until its time is over [WAT-02:coins]', async () => {
  const [buyer, filmId, orderId] = [owner(200n), await pricedFilm(), newId()];
  // What one gets is said before.
  expect(await buyer.watch.getFilmAccess({ filmId })).toMatchObject({ unlockHours: 24, watchHours: 0 });
  const { order, unlockHours } = await unlock(buyer, filmId, orderId);
  expect(order).toMatchObject({ state: OrderState.FULFILLED, amount: COINS, currency: 'COIN' });
  expect(unlockHours).toBe(24);
  expect([balanceOf(buyer), rewards.stateOf(orderId)]).toEqual([80n, HeldCoinsState.POSTED]);
  expect(rewards.titleOf(orderId)).toBe(order?.filmTitle);
  const access = await accessOf(buyer, filmId);
  expect(access).toMatchObject({ valid: true, expireAt: order?.watchUntil });
  expect((await buyer.watch.startPlayback({ ...id(), filmId })).access?.signedUrl).toMatch(/^\/v\//);
  film.clock.advance(24 * 3_600_000);
  expect(await accessOf(buyer, filmId)).toMatchObject({
    valid: false,
    message: 'You need to unlock this film to watch it.',
  });
});

test('a double click and a lost answer take the coins once [WAT-02:coins]', async () => {
  const [buyer, filmId, orderId] = [owner(1_000n), await pricedFilm(), newId()];
  await Promise.all([unlock(buyer, filmId, orderId), unlock(buyer, filmId, orderId)]);
  expect((await unlock(buyer, filmId, orderId)).order?.state).toBe(OrderState.FULFILLED);
  await expect(unlock(buyer, filmId)).rejects.toMatchObject({ reason: 'ALREADY_UNLOCKED' });
  expect(balanceOf(buyer)).toBe(880n);
});

test('who has fewer coins reads that, keeps them, and pays with a card at once [WAT-02:coins]', async () => {
  const [buyer, filmId] = [owner(119n), await pricedFilm()];
  await expect(unlock(buyer, filmId)).rejects.toMatchObject({
    ...{ reason: 'NOT_ENOUGH_COINS', message: 'You do not have enough coins to unlock this film.' },
  });
  expect([balanceOf(buyer), (await accessOf(buyer, filmId))?.valid]).toEqual([119n, false]);
  const { order } = await buyer.checkout.openOrder({ orderId: newId(), filmId, price: PRICE });
  const paid = await buyer.checkout.confirmTestPayment({ orderId: order?.id ?? '', ...card });
  expect(paid.order).toMatchObject({ state: OrderState.FULFILLED, currency: 'USD' });
});

test.each([PRICE, COINS])(
  'an order of %s cents that waits for a card gives way to coins, and is not charged any more [WAT-02:coins]',
  async (price) => {
    const [buyer, filmId] = [owner(200n), await pricedFilm({ usdCost: price })];
    const waiting = (await buyer.checkout.openOrder({ orderId: newId(), filmId, price })).order?.id ?? '';
    expect((await unlock(buyer, filmId)).order?.state).toBe(OrderState.FULFILLED);
    await buyer.checkout.confirmTestPayment({ orderId: waiting, ...card }).catch(() => {});
    expect((await buyer.checkout.getOrder({ orderId: waiting })).order?.state).toBe(OrderState.CANCELLED);
  },
);

test('a film costs money, coins, or either; the price is the one that was shown [WAT-02:coins]', async () => {
  const [buyer, forMoney, forCoins] = [
    owner(500n),
    await pricedFilm({ coinCost: 0n }),
    await pricedFilm({ usdCost: 0n }),
  ];
  await expect(unlock(buyer, forMoney)).rejects.toMatchObject({ reason: 'NOT_FOR_COINS' });
  const order = { orderId: newId(), filmId: forCoins, price: PRICE };
  await expect(buyer.checkout.openOrder(order)).rejects.toMatchObject({ reason: 'COINS_ONLY' });
  await expect(unlock(buyer, forCoins, newId(), COINS - 1n)).rejects.toMatchObject({
    ...{ reason: 'PRICE_CHANGED', metadata: { price: '120' } },
  });
  for (const coins of [0n, -1n, 1_000_001n]) {
    await expect(unlock(buyer, forCoins, newId(), coins)).rejects.toMatchObject({ reason: 'INVALID_INPUT' });
  }
  await expect(buyer.watch.unlockFilm({ ...id(), filmId: forCoins })).rejects.toMatchObject({
    reason: 'PAYMENT_REQUIRED',
  });
  expect((await unlock(buyer, forCoins)).order?.state).toBe(OrderState.FULFILLED);
});

test('a film whose coins could not be taken yet is unlocked, and they are taken by the sweeper [WAT-02:coins]', async () => {
  const [buyer, filmId, orderId] = [owner(200n), await pricedFilm(), newId()];
  rewards.lost.add('post');
  expect((await unlock(buyer, filmId, orderId)).order?.state).toBe(OrderState.FULFILLED);
  expect(rewards.stateOf(orderId)).toBe(HeldCoinsState.HELD);
  rewards.lost.clear();
  await swept(async () => rewards.stateOf(orderId) === HeldCoinsState.POSTED);
  expect((await accessOf(buyer, filmId))?.valid).toBe(true);
});

test('coins that went back before they were taken end the unlock: nobody watches for nothing [WAT-02:coins]', async () => {
  const [buyer, filmId, orderId] = [owner(200n), await pricedFilm(), newId()];
  rewards.lost.add('post');
  await unlock(buyer, filmId, orderId);
  rewards.expire(orderId);
  rewards.lost.clear();
  await swept(async () => (await accessOf(buyer, filmId))?.valid === false);
  expect((await buyer.checkout.getOrder({ orderId })).order?.state).toBe(OrderState.REFUNDED);
  expect(balanceOf(buyer)).toBe(200n);
});

test('coins that are held for an order whose process ended go back with it, and a repeated click takes them [WAT-02:coins]', async () => {
  const [buyer, filmId, orderId, repeated] = [owner(200n), await pricedFilm(), newId(), newId()];
  rewards.lost.add('answer');
  const unavailable = { reason: 'PAYMENT_PROVIDER_UNAVAILABLE' };
  await expect(unlock(buyer, filmId, orderId)).rejects.toMatchObject(unavailable);
  expect([balanceOf(buyer), rewards.stateOf(orderId)]).toEqual([80n, HeldCoinsState.HELD]);
  film.clock.advance(121_000);
  await eventually(async () => rewards.stateOf(orderId) === HeldCoinsState.VOIDED, 15_000);
  expect(balanceOf(buyer)).toBe(200n);
  await eventually(async () => {
    expect((await buyer.checkout.getOrder({ orderId })).order?.state).toBe(OrderState.EXPIRED);
  });
  await expect(unlock(buyer, filmId, repeated)).rejects.toMatchObject(unavailable);
  rewards.lost.clear();
  expect((await unlock(buyer, filmId, repeated)).order?.state).toBe(OrderState.FULFILLED);
  expect([balanceOf(buyer), rewards.stateOf(repeated)]).toEqual([80n, HeldCoinsState.POSTED]);
});

test('staff give coins back: the film is not watched any more, and the receipt says both [SET-11:receipt]', async () => {
  const [buyer, filmId, orderId] = [owner(200n), await pricedFilm(), newId()];
  await unlock(buyer, filmId, orderId);
  const staff = film.staff();
  await staff.sales.refundOrder({ ...id(), orderId, reason: 'It does not play' });
  expect((await accessOf(buyer, filmId))?.valid).toBe(false);
  expect([balanceOf(buyer), rewards.stateOf(orderId)]).toEqual([200n, HeldCoinsState.RETURNED]);
  expect((await buyer.receipts.getReceipt({ orderId })).receipt).toMatchObject({
    ...{ currency: 'COIN', amount: COINS, refunds: [{ amount: COINS, ended: true }] },
  });
  const { sold, soldAmount, soldForCoins, coins } = await staff.sales.listFilmSales({ filmId });
  expect({ sold, soldAmount, soldForCoins, coins }).toEqual({ sold: 0n, soldAmount: 0n, soldForCoins: 0n, coins: 0n });
});

test('coins are no money: the maker earns none, and sales in coins are counted apart [WAT-02:coins]', async () => {
  const maker = film.maker();
  const filmId = await film.releasedFilm(maker);
  await maker.studio.updateFilm({ ...id(), filmId, isFree: false, usdCost: PRICE, coinCost: COINS });
  await unlock(owner(200n), filmId);
  expect(await film.staff().sales.listFilmSales({ filmId })).toMatchObject({
    ...{ sold: 0n, soldAmount: 0n, soldForCoins: 1n, coins: COINS, sales: [{ fee: COINS }] },
  });
  expect((await maker.earnings.getEarnings({})).earnings).toBe(0n);
});

test.each([
  ['before the unlock', { first: 'CANCEL', isTaken: true }],
  ['after the unlock', { first: 'UNLOCK', isTaken: true }],
  ['after the unlock, whose coins could not be taken yet', { first: 'UNLOCK', isTaken: false }],
])(
  'an order that is cancelled while its coins are held ends once, %s: the coins are back and nobody watches [WAT-02:coins]',
  async (_when, { first, isTaken }) => {
    const [buyer, filmId, orderId] = [owner(200n), await pricedFilm(), newId()];
    const unlocked = Promise.withResolvers<void>();
    let cancelled: Promise<unknown> = Promise.resolve();
    rewards.meanwhile.hold = async () => {
      cancelled = buyer.checkout.cancelOrder({ orderId });
      if (first === 'CANCEL') await cancelled;
      else await eventually(async () => rewards.stateOf(orderId) === HeldCoinsState.VOIDED);
    };
    if (first === 'UNLOCK') rewards.meanwhile.void = () => unlocked.promise;
    if (!isTaken) rewards.lost.add('post');
    await unlock(buyer, filmId, orderId);
    unlocked.resolve();
    await cancelled;
    rewards.lost.clear();
    const stateOf = async () => (await buyer.checkout.getOrder({ orderId })).order?.state;
    await swept(async () => (await stateOf()) === OrderState.REFUNDED);
    expect([balanceOf(buyer), (await accessOf(buyer, filmId))?.valid]).toEqual([200n, false]);
    expect(rewards.stateOf(orderId)).toBe(HeldCoinsState.VOIDED);
  },
);

test('an order that is cancelled before its coins are held holds none any more [WAT-02:coins]', async () => {
  const [buyer, filmId, orderId] = [owner(200n), await pricedFilm(), newId()];
  rewards.meanwhile.ask = async () => void (await buyer.checkout.cancelOrder({ orderId }));
  rewards.lost.add('answer');
  await expect(unlock(buyer, filmId, orderId)).rejects.toMatchObject({ reason: 'ORDER_ENDED' });
  expect((await buyer.checkout.getOrder({ orderId })).order?.state).toBe(OrderState.CANCELLED);
  expect([balanceOf(buyer), rewards.stateOf(orderId)]).toEqual([200n, HeldCoinsState.VOIDED]);
  expect((await accessOf(buyer, filmId))?.valid).toBe(false);
});

test('while coins cannot be reached, a click on them leaves the card, and what they held goes back later [WAT-02:coins]', async () => {
  const [buyer, filmId, orderId] = [owner(200n), await pricedFilm(), newId()];
  rewards.lost.add('answer').add('void');
  await expect(unlock(buyer, filmId, orderId)).rejects.toMatchObject({ reason: 'PAYMENT_PROVIDER_UNAVAILABLE' });
  const { order } = await buyer.checkout.openOrder({ orderId: newId(), filmId, price: PRICE });
  const paid = await buyer.checkout.confirmTestPayment({ orderId: order?.id ?? '', ...card });
  expect(paid.order).toMatchObject({ state: OrderState.FULFILLED, currency: 'USD' });
  expect((await buyer.checkout.getOrder({ orderId })).order?.state).toBe(OrderState.CANCELLED);
  expect([balanceOf(buyer), rewards.stateOf(orderId)]).toEqual([80n, HeldCoinsState.HELD]);
  rewards.lost.clear();
  await swept(async () => rewards.stateOf(orderId) === HeldCoinsState.VOIDED);
  expect([balanceOf(buyer), (await accessOf(buyer, filmId))?.valid]).toEqual([200n, true]);
});

test('coins that are refused for the film leave the order that waits for a card [WAT-02:coins]', async () => {
  const [buyer, filmId, unpriced] = [owner(200n), await pricedFilm(), await pricedFilm({ coinCost: 0n })];
  const orders = [];
  for (const id of [filmId, unpriced]) {
    orders.push((await buyer.checkout.openOrder({ orderId: newId(), filmId: id, price: PRICE })).order?.id ?? '');
  }
  await expect(unlock(buyer, filmId, newId(), COINS - 1n)).rejects.toMatchObject({ reason: 'PRICE_CHANGED' });
  await expect(unlock(buyer, unpriced)).rejects.toMatchObject({ reason: 'NOT_FOR_COINS' });
  for (const orderId of orders) {
    const { order } = await buyer.checkout.confirmTestPayment({ orderId, ...card });
    expect(order?.state).toBe(OrderState.FULFILLED);
  }
});

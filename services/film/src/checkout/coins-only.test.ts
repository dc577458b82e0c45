import { OrderState } from '@marquee/contracts/film/v1/checkout_pb';
import { newId } from '@marquee/data/ids';
import { startCoinsDouble } from '../testing/coins-double.ts';
import { type FilmHarness, filmService } from '../testing/film-service.ts';

test('where nobody takes money, coins still unlock a film that costs coins only [WAT-02:coins]', async () => {
  const coins = await startCoinsDouble({ now: () => film.clock.now() });
  const film: FilmHarness = await filmService({ PAYMENT_PROVIDER: '' }, { rewards: coins.address });
  const maker = film.maker();
  const filmId = await film.releasedFilm(maker);
  const priced = { filmId, isFree: false, coinCost: 120n };
  await expect(maker.studio.updateFilm({ requestId: newId(), ...priced, usdCost: 499n })).rejects.toMatchObject({
    reason: 'PAYMENTS_UNAVAILABLE',
  });
  await maker.studio.updateFilm({ requestId: newId(), ...priced });
  const buyer = film.lover();
  coins.add(buyer.viewer.accountId, 200n);
  const order = { orderId: newId(), filmId };
  await expect(buyer.checkout.openOrder({ ...order, price: 499n })).rejects.toMatchObject({
    reason: 'PAYMENTS_UNAVAILABLE',
  });
  const unlocked = await buyer.checkout.unlockWithCoins({ ...order, coins: 120n });
  expect(unlocked.order?.state).toBe(OrderState.FULFILLED);
  expect((await buyer.watch.getFilmAccess({ filmId })).access?.valid).toBe(true);
  expect((await buyer.checkout.getOrder({ orderId: order.orderId })).order?.state).toBe(OrderState.FULFILLED);
});

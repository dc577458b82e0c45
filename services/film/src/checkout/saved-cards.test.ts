import { OrderState, PaymentStep } from '@marquee/contracts/film/v1/checkout_pb';
import { newId } from '@marquee/data/ids';
import { serve } from '@marquee/runtime/rpc/serve';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { paymentCustomers } from '@marquee/testing/payment-customers';
import { testPlatform } from '@marquee/testing/test-platform';
import { type FilmHarness, startHarness } from '../testing/film-service.ts';
import { startMediaDouble } from '../testing/media-double.ts';

const PRICE = 499n;
const PAYS = '4242424242424242';
const DECLINES = '4000000000000341';
const ASKS_ALWAYS = '4000002760003184';
const ASKS_ONCE = '4000002500003155';
const card = (number: string) => ({ number, expiry: '12/34', securityCode: '123' });

const customers = paymentCustomers();
let film: FilmHarness;
beforeAll(async () => {
  const clock = fixedClock('2026-11-20T12:00:00.000Z');
  const alone = await testPlatform('film', { clock });
  const media = await startMediaDouble(alone);
  const identity = await serve({
    ...{ service: 'identity', host: alone.host, port: 0, log: alone.log, clock, verifier: alone.verifier },
    implementations: [customers.implementation],
  });
  atEnd(() => identity.drain(1_000));
  const addresses = { ...alone.addresses, media: media.address, identity: `127.0.0.1:${identity.port}` };
  film = await startHarness({ platform: { ...alone, addresses }, media, clock }, { PAYMENT_PROVIDER: 'test' });
});

/** Somebody with an order that waits for a card, and how they pay it with a saved one. */
async function buyer() {
  const maker = film.maker();
  const filmId = await film.releasedFilm(maker);
  await maker.studio.updateFilm({ requestId: newId(), filmId, isFree: false, usdCost: PRICE });
  const lover = film.lover();
  const orderId = newId();
  await lover.checkout.openOrder({ orderId, filmId, price: PRICE });
  const { accountId } = lover.viewer;
  return {
    ...{ lover, orderId, accountId },
    saves: (number: string) => customers.saves(accountId, number),
    payWith: async (methodId: string, attemptId = newId()) =>
      (await lover.checkout.payOrderWithCard({ orderId, attemptId, methodId })).order,
  };
}
const attempts = (orderId: string) =>
  film.db.query('SELECT 1 FROM test_attempts a JOIN test_payments p ON p.id = a.payment_id WHERE p.order_id = $1', [
    orderId,
  ]);

test('a film is paid with a saved card; repeated, it is charged once [SET-11:saved-card]', async () => {
  const { payWith, saves, orderId } = await buyer();
  const [methodId, attemptId] = [saves(PAYS), newId()];
  const answers = await Promise.all([payWith(methodId, attemptId), payWith(methodId, attemptId)]);
  expect((await payWith(methodId, attemptId))?.state).toBe(OrderState.FULFILLED);
  expect(answers.some((order) => order?.state === OrderState.FULFILLED)).toBe(true);
  expect(await attempts(orderId)).toHaveLength(1);
});

test('a saved card that is declined says why, and another one pays the same order [SET-11:saved-card]', async () => {
  const { payWith, saves } = await buyer();
  const declined = await payWith(saves(DECLINES));
  expect(declined).toMatchObject({ state: OrderState.PAYING, step: PaymentStep.CARD });
  expect(declined?.declineMessage).toContain('declined');
  expect((await payWith(saves(PAYS)))?.state).toBe(OrderState.FULFILLED);
});

test('a bank that asks about a saved card is answered, and then it is paid [SET-11:saved-card]', async () => {
  const { payWith, saves, lover, orderId } = await buyer();
  expect(await payWith(saves(ASKS_ALWAYS))).toMatchObject({ step: PaymentStep.CHALLENGE });
  const { order } = await lover.checkout.answerTestChallenge({ orderId, approved: true });
  expect(order?.state).toBe(OrderState.FULFILLED);
});

test("nobody pays with somebody else's card, nor somebody else's order [SET-11:saved-card]", async () => {
  const [one, other] = [await buyer(), await buyer()];
  const notFound = { reason: 'PAYMENT_METHOD_NOT_FOUND' };
  await expect(one.payWith(other.saves(PAYS))).rejects.toMatchObject(notFound);
  await expect(one.payWith('pm_test_4242_unknown')).rejects.toMatchObject(notFound);
  const request = { orderId: other.orderId, attemptId: newId(), methodId: one.saves(PAYS) };
  await expect(one.lover.checkout.payOrderWithCard(request)).rejects.toMatchObject({ reason: 'ORDER_NOT_FOUND' });
  const saving = { orderId: other.orderId, save: true };
  await expect(one.lover.checkout.saveCardOfOrder(saving)).rejects.toMatchObject({ reason: 'ORDER_NOT_FOUND' });
  expect(await attempts(one.orderId)).toEqual([]);
});

test('a card is saved once it has paid, if its owner wants that [SET-11:save-card]', async () => {
  const { lover, orderId, accountId } = await buyer();
  const { order } = await lover.checkout.saveCardOfOrder({ orderId, save: true });
  expect(order?.savesCard).toBe(true);
  await lover.checkout.confirmTestPayment({ orderId, ...card(DECLINES) });
  await lover.checkout.confirmTestPayment({ orderId, ...card(ASKS_ONCE) });
  expect(customers.kept.has(orderId)).toBe(false);
  await lover.checkout.answerTestChallenge({ orderId, approved: true });
  const saved = { accountId, number: ASKS_ONCE, expiry: '12/34' };
  await eventually(async () => expect(customers.kept.get(orderId)).toEqual(saved));
  const left = "SELECT 1 FROM test_payments WHERE card_number <> ''";
  await eventually(async () => expect(await film.db.query(left)).toEqual([]));
});

test('a card is not saved where its owner has changed their mind, or a saved one paid [SET-11:save-card]', async () => {
  const [unsure, other] = [await buyer(), await buyer()];
  await unsure.lover.checkout.saveCardOfOrder({ orderId: unsure.orderId, save: true });
  const { order } = await unsure.lover.checkout.saveCardOfOrder({ orderId: unsure.orderId, save: false });
  expect(order?.savesCard).toBe(false);
  await unsure.lover.checkout.confirmTestPayment({ orderId: unsure.orderId, ...card(PAYS) });
  await other.lover.checkout.saveCardOfOrder({ orderId: other.orderId, save: true });
  await other.lover.checkout.confirmTestPayment({ orderId: other.orderId, ...card(DECLINES) });
  expect((await other.payWith(other.saves(PAYS)))?.state).toBe(OrderState.FULFILLED);
  // One that is saved afterwards comes after what would have been saved of these.
  const last = await buyer();
  await last.lover.checkout.saveCardOfOrder({ orderId: last.orderId, save: true });
  await last.lover.checkout.confirmTestPayment({ orderId: last.orderId, ...card(PAYS) });
  await eventually(async () => expect(customers.kept.has(last.orderId)).toBe(true));
  expect([unsure, other].map(({ orderId }) => customers.kept.has(orderId))).toEqual([false, false]);
});

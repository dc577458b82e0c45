import { OrderState, PaymentStep } from '@marquee/contracts/film/v1/checkout_pb';
import { newId } from '@marquee/data/ids';
import { eventually } from '@marquee/testing/eventually';
import { type FestivalUnderTest, festivalService } from '../testing/festival-service.ts';
import { card, PAYS, ticketScene } from '../testing/ticket-scene.ts';

const DECLINES = '4000000000000341';
const ASKS_ALWAYS = '4000002760003184';

let festival: FestivalUnderTest;
let scene: ReturnType<typeof ticketScene>;
beforeAll(async () => {
  festival = await festivalService({ PAYMENT_PROVIDER: 'test' });
  scene = ticketScene(festival);
});

async function buyer(typeId: string) {
  const viewer = festival.viewer();
  const { order } = await scene.open(viewer, typeId);
  const orderId = order?.id ?? '';
  const { accountId } = viewer.viewer;
  return {
    ...{ checkout: viewer.checkout, orderId, accountId },
    saves: (number: string) => festival.known.customers.saves(accountId, number),
    payWith: async (methodId: string) =>
      (await viewer.checkout.payTicketOrderWithCard({ orderId, attemptId: newId(), methodId })).order,
  };
}

test('tickets are paid with a saved card, after one that was declined and a bank that asked [SET-11:saved-card]', async () => {
  const { typeId } = await scene.sale();
  const { checkout, orderId, payWith, saves } = await buyer(typeId);
  const declined = await payWith(saves(DECLINES));
  expect(declined).toMatchObject({ step: PaymentStep.CARD, declineMessage: expect.stringContaining('declined') });
  expect((await payWith(saves(ASKS_ALWAYS)))?.step).toBe(PaymentStep.CHALLENGE);
  const refused = await checkout.answerTestTicketChallenge({ orderId, approved: false });
  expect(refused.order?.step).toBe(PaymentStep.CARD);
  const paid = await payWith(saves(PAYS));
  expect(paid).toMatchObject({ state: OrderState.FULFILLED, tickets: [expect.anything()] });
});

test('nobody pays with the card of another, and a hold that is over is not charged [SET-11:saved-card]', async () => {
  const { typeId } = await scene.sale();
  const [one, other] = [await buyer(typeId), await buyer(typeId)];
  const notFound = { reason: 'PAYMENT_METHOD_NOT_FOUND' };
  await expect(one.payWith(other.saves(PAYS))).rejects.toMatchObject(notFound);
  const theirs = { orderId: other.orderId, attemptId: newId(), methodId: one.saves(PAYS) };
  await expect(one.checkout.payTicketOrderWithCard(theirs)).rejects.toMatchObject({ reason: 'ORDER_NOT_FOUND' });
  const saving = { orderId: other.orderId, save: true };
  await expect(one.checkout.saveCardOfTicketOrder(saving)).rejects.toMatchObject({ reason: 'ORDER_NOT_FOUND' });
  festival.clock.advance(11 * 60_000);
  const state = "SELECT 1 FROM ticket_orders WHERE id = $1 AND state = 'RELEASED'";
  await eventually(async () => expect(await festival.db.query(state, [one.orderId])).toHaveLength(1));
  await expect(one.payWith(one.saves(PAYS))).rejects.toMatchObject({ reason: 'ORDER_ENDED' });
  expect((await one.checkout.getTicketOrder({ orderId: one.orderId })).order?.state).toBe(OrderState.EXPIRED);
});

test('the card that pays tickets is saved if its owner wants that [SET-11:save-card]', async () => {
  const { typeId } = await scene.sale();
  const { checkout, orderId, accountId } = await buyer(typeId);
  expect((await checkout.saveCardOfTicketOrder({ orderId, save: true })).order?.savesCard).toBe(true);
  const paid = await checkout.confirmTestTicketPayment({ orderId, ...card() });
  expect(paid.order).toMatchObject({ state: OrderState.FULFILLED, savesCard: false });
  const saved = { accountId, number: PAYS, expiry: '12/34' };
  await eventually(async () => expect(festival.known.customers.kept.get(orderId)).toEqual(saved));
});

test('the card of an account that was closed meanwhile is kept nowhere [SET-11:save-card]', async () => {
  const { typeId } = await scene.sale();
  const { checkout, orderId, accountId } = await buyer(typeId);
  festival.known.customers.closed.add(accountId);
  await checkout.saveCardOfTicketOrder({ orderId, save: true });
  await checkout.confirmTestTicketPayment({ orderId, ...card() });
  await eventually(async () => {
    const text = "SELECT 1 FROM test_payments WHERE order_id = $1 AND status = 'SUCCEEDED' AND card_number = ''";
    expect(await festival.db.query(text, [orderId])).toHaveLength(1);
  });
  expect(festival.known.customers.kept.has(orderId)).toBe(false);
});

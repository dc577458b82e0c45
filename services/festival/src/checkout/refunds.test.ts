import { UserTicketChangedSchema } from '@marquee/contracts/events/v1/festival_pb';
import { OrderState } from '@marquee/contracts/film/v1/checkout_pb';
import { newId } from '@marquee/data/ids';
import { eventually } from '@marquee/testing/eventually';
import type { FestivalUnderTest } from '../testing/festival-service.ts';
import { soundFestival } from '../testing/sound-festival.ts';

const { festival, scene } = await soundFestival();

type Buyer = ReturnType<FestivalUnderTest['viewer']>;
const give = (buyer: Buyer, orderId: string, userTicketId = '') =>
  buyer.checkout.refundTicketOrder({ requestId: newId(), orderId, userTicketId }).then(({ order }) => order);
const countOf = async (buyer: Buyer) =>
  (await buyer.tickets.listOwnTickets({})).groups.flatMap(({ tickets }) => tickets).length;

test('a buyer gives tickets back until the hours before the start that their rule names [TIC-05:refunds]', async () => {
  const { typeId, eventId } = await scene.sale({ refundHours: 10 });
  const { buyer, orderId, order } = await scene.bought(typeId, { quantity: 2 });
  const late = await scene.bought(typeId);
  const userTicketId = order?.tickets[0]?.userTicketId ?? '';
  const { refund } = await buyer.tickets.getOwnTicket({ eventId, userTicketId });
  expect(refund).toMatchObject({ orderId, quantity: 2, amount: 2_400n });
  await expect(give(late.buyer, orderId)).rejects.toMatchObject({ reason: 'ORDER_NOT_FOUND' });
  festival.clock.advance(14 * 3_600_000);
  expect(await give(buyer, orderId)).toMatchObject({ state: OrderState.REFUNDED, refunding: true });
  expect([await countOf(buyer), await scene.freeUnits(typeId)]).toEqual([0, 19]);
  await expect(give(buyer, orderId)).rejects.toMatchObject({ reason: 'NOT_REFUNDABLE' });
  const lateTicket = { eventId, userTicketId: late.order?.tickets[0]?.userTicketId ?? '' };
  expect((await late.buyer.tickets.getOwnTicket(lateTicket)).refund).toMatchObject({ orderId: late.orderId });
  festival.clock.advance(1);
  await expect(give(late.buyer, late.orderId)).rejects.toMatchObject({ reason: 'REFUND_OVER' });
  expect((await late.buyer.tickets.getOwnTicket(lateTicket)).refund).toBeUndefined();
});

test('tickets without a rule, and those that somebody else has by now, stay', async () => {
  const without = await scene.sale();
  const first = await scene.bought(without.typeId);
  await expect(give(first.buyer, first.orderId)).rejects.toMatchObject({ reason: 'NOT_REFUNDABLE' });
  const { typeId, eventId } = await scene.sale({ refundHours: 0 });
  const { buyer, orderId, order } = await scene.bought(typeId, { quantity: 2 });
  const [kept, given] = order?.tickets ?? [];
  await festival.db.query('UPDATE user_tickets SET holder_id = $2 WHERE id = $1', [given?.userTicketId, newId()]);
  await expect(give(buyer, orderId)).rejects.toMatchObject({ reason: 'NOT_REFUNDABLE' });
  const { refund } = await buyer.tickets.getOwnTicket({ eventId, userTicketId: kept?.userTicketId ?? '' });
  // What they still have goes back alone.
  expect(refund).toMatchObject({ quantity: 0, amount: 0n, ticketAmount: 1_200n });
  expect(await countOf(buyer)).toBe(1);
});

test('a refund that the provider cannot make gives the tickets again, with new codes', async () => {
  const { typeId, eventId } = await scene.sale({ refundHours: 0 });
  const { buyer, orderId, order } = await scene.bought(typeId, { number: '4000000000005134' });
  const asked = { eventId, userTicketId: order?.tickets[0]?.userTicketId ?? '' };
  const { code } = await buyer.tickets.getOwnTicket(asked);
  expect(await give(buyer, orderId)).toMatchObject({ state: OrderState.FULFILLED, refunding: false });
  expect((await buyer.tickets.getOwnTicket(asked)).code).not.toBe(code);
  const changes = (await festival.published(UserTicketChangedSchema)).filter(
    ({ userTicketId }) => userTicketId === asked.userTicketId,
  );
  expect(changes.map(({ valid }) => valid)).toEqual([true, false, true]);
});

/** At the provider a part of what was paid goes back; then the order follows. */
async function payBackInPart({ buyer, orderId }: { buyer: Buyer; orderId: string }, refunded: bigint) {
  await festival.db.query('UPDATE test_payments SET refunded = $2 WHERE order_id = $1', [orderId, refunded]);
  return (await buyer.checkout.getTicketOrder({ orderId })).order;
}

test('tickets stay valid when a part of their money goes back at the provider, until the last of it does', async () => {
  const { typeId, eventId } = await scene.sale({ refundHours: 0 });
  const sold = await scene.bought(typeId, { quantity: 2 });
  const asked = { eventId, userTicketId: sold.order?.tickets[0]?.userTicketId ?? '' };
  const { code } = await sold.buyer.tickets.getOwnTicket(asked);
  expect(await payBackInPart(sold, 500n)).toMatchObject({
    ...{ state: OrderState.FULFILLED, refunding: false, tickets: [{}, {}] },
  });
  const { code: after, refund } = await sold.buyer.tickets.getOwnTicket(asked);
  expect([after, refund?.amount]).toEqual([code, 1_900n]);
  expect(await payBackInPart(sold, 2_400n)).toMatchObject({ state: OrderState.REFUNDED, tickets: [] });
  expect([await countOf(sold.buyer), await scene.freeUnits(typeId)]).toEqual([0, 20]);
});

test('what is left after a part went back can still be given back', async () => {
  const { typeId } = await scene.sale({ refundHours: 0 });
  const sold = await scene.bought(typeId, { quantity: 2 });
  await payBackInPart(sold, 500n);
  expect(await give(sold.buyer, sold.orderId)).toMatchObject({ state: OrderState.REFUNDED, refunding: true });
  expect([await countOf(sold.buyer), await scene.freeUnits(typeId)]).toEqual([0, 20]);
});

test('while a refund takes its time, nobody else gets the places', async () => {
  const { typeId } = await scene.sale({ refundHours: 0, quantity: 1 });
  const { buyer, orderId } = await scene.bought(typeId, { number: '4000000000007726' });
  expect(await give(buyer, orderId)).toMatchObject({ state: OrderState.FULFILLED, refunding: true });
  expect([await countOf(buyer), await scene.freeUnits(typeId)]).toEqual([0, 0]);
  festival.clock.advance(5_000);
  await eventually(async () => (await scene.freeUnits(typeId)) === 1);
});

test('a refund of one ticket that failed does not delay the refund of a cancelled event', async () => {
  const { typeId, eventId } = await scene.sale({ refundHours: 0 });
  const { buyer, orderId, order } = await scene.bought(typeId, { quantity: 2, number: '4000000000005134' });
  await give(buyer, orderId, order?.tickets[0]?.userTicketId);
  const refunds = () =>
    festival.db.query('SELECT kind, state, is_part FROM order_refunds WHERE order_id = $1 ORDER BY created_at, id', [
      orderId,
    ]);
  expect(await refunds()).toEqual([{ kind: 'BUYER', state: 'FAILED', isPart: true }]);
  await festival.db.query("UPDATE events SET status = 'CANCELLED' WHERE id = $1", [eventId]);
  await eventually(async () => (await refunds()).length === 2, 20_000);
  expect((await refunds())[1]).toMatchObject({ kind: 'CANCELLED' });
}, 60_000);

test('a cancelled event pays everybody back, and ends free tickets and passes without another event [TIC-05:cancelled]', async () => {
  const { typeId, eventId, festivalId, director } = await scene.sale();
  const freeId = await scene.ticketType(director, festivalId, [eventId], { name: 'Free', price: 0n });
  const other = await scene.event(festivalId);
  const passId = await scene.ticketType(director, festivalId, [eventId, other], { name: 'Pass' });
  const paid = [await scene.bought(typeId), await scene.bought(typeId, { quantity: 2 })];
  const free = festival.viewer();
  await scene.open(free, freeId, { price: 0n });
  const pass = await scene.bought(passId);
  await festival.db.query("UPDATE events SET status = 'CANCELLED' WHERE id = $1", [eventId]);
  for (const { orderId } of paid) {
    await eventually(async () => {
      const text = 'SELECT state FROM orders WHERE id = $1';
      return (await festival.db.query<{ state: string }>(text, [orderId]))[0]?.state === 'REFUNDED';
    }, 20_000);
  }
  await eventually(async () => (await countOf(free)) === 0);
  // A pass is still good for its other event.
  expect(await countOf(pass.buyer)).toBe(2);
  await festival.db.query("UPDATE events SET status = 'CANCELLED' WHERE id = $1", [other]);
  await eventually(async () => (await countOf(pass.buyer)) === 0, 20_000);
}, 60_000);

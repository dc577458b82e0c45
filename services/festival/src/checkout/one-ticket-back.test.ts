import { TicketOrderChangedSchema, UserTicketChangedSchema } from '@marquee/contracts/events/v1/festival_pb';
import { BooksState } from '@marquee/contracts/festival/v1/books_pb';
import { SoldOrderState } from '@marquee/contracts/festival/v1/ticket_desk_pb';
import { OrderState } from '@marquee/contracts/film/v1/checkout_pb';
import { newId } from '@marquee/data/ids';
import { eventually } from '@marquee/testing/eventually';
import { doorScene } from '../testing/door-scene.ts';
import type { FestivalUnderTest } from '../testing/festival-service.ts';
import { soundFestival } from '../testing/sound-festival.ts';
import { PRICE } from '../testing/ticket-scene.ts';

const { festival, scene } = await soundFestival();

type Person = ReturnType<FestivalUnderTest['viewer']>;
const FAILS = '4000000000005134';
const TAKES_TIME = '4000000000007726';
const WHY = 'The seat is broken.';

/** Tickets of one order, by their ids. */
async function bought(more: object = {}, order: { quantity?: number; number?: string } = {}, startsIn = 24) {
  const sale = await scene.sale({ refundHours: 0, ...more }, { startsIn });
  const made = await scene.bought(sale.typeId, { quantity: 3, ...order });
  const ids = (made.order?.tickets ?? []).map(({ userTicketId }) => userTicketId);
  const [first = '', second = '', third = ''] = ids;
  const open = (userTicketId: string, who: Person = made.buyer) =>
    who.tickets.getOwnTicket({ eventId: sale.eventId, userTicketId });
  return { ...sale, ...made, ids, first, second, third, open };
}
const give = (buyer: Person, orderId: string, userTicketId = '') =>
  buyer.checkout.refundTicketOrder({ requestId: newId(), orderId, userTicketId }).then(({ order }) => order);
const take = (who: Person, orderId: string, userTicketId: string) =>
  who.ticketDesk.returnTicketOrder({ requestId: newId(), orderId, userTicketId, reason: WHY }).then((a) => a.order);
const missing = { reason: 'TICKET_NOT_FOUND' };
const refused = (reason: string) => ({ reason });

test('a buyer gives one ticket of an order back by its rule, and the others stay as they are [TIC-05:one-ticket-back]', async () => {
  const { typeId, buyer, orderId, first, second, third, open } = await bought();
  const { code, refund } = await open(second);
  expect(refund).toMatchObject({ orderId, quantity: 3, amount: 3n * PRICE, ticketAmount: PRICE });
  expect(await give(buyer, orderId, first)).toMatchObject({
    ...{ state: OrderState.FULFILLED, refunding: false, quantity: 3 },
    tickets: [{ userTicketId: second }, { userTicketId: third }],
  });
  await expect(open(first)).rejects.toMatchObject(missing);
  expect(await open(second)).toMatchObject({ code, refund: { quantity: 2, amount: 2n * PRICE, ticketAmount: PRICE } });
  expect(await scene.freeUnits(typeId)).toBe(18);
  await expect(give(buyer, orderId, first)).rejects.toMatchObject(refused('NOT_REFUNDABLE'));
  // What went back may be bought again: the limit is of four.
  await scene.bought(typeId, { buyer, quantity: 2 });
  expect((await buyer.receipts.getTicketReceipt({ orderId })).receipt).toMatchObject({
    ...{ amount: 3n * PRICE, quantity: 3 },
    refunds: [{ amount: PRICE, ended: true }],
  });
  // The last ticket is the rest of the order.
  await give(buyer, orderId, second);
  const last = (await open(third)).refund;
  expect([last?.quantity, last?.amount, last?.ticketAmount]).toEqual([1, PRICE, undefined]);
  expect(await give(buyer, orderId, third)).toMatchObject({ state: OrderState.REFUNDED, tickets: [] });
  expect(await scene.freeUnits(typeId)).toBe(18);
});

test('what goes back for a ticket is an equal share of what is left, to the cent', async () => {
  const { buyer, orderId, first, second, third } = await bought();
  await festival.db.query('UPDATE test_payments SET refunded = 500 WHERE order_id = $1', [orderId]);
  await buyer.checkout.getTicketOrder({ orderId });
  for (const id of [first, second, third]) await give(buyer, orderId, id);
  const text =
    'SELECT coalesce(amount, 0)::int AS amount, is_part FROM order_refunds WHERE order_id = $1 ORDER BY created_at, id';
  expect(await festival.db.query(text, [orderId])).toEqual([
    ...[500, 1_033, 1_033].map((amount) => ({ amount, isPart: true })),
    { amount: 0, isPart: false },
  ]);
  const paid = 'SELECT refunded::int FROM test_payments WHERE order_id = $1';
  expect(await festival.db.query(paid, [orderId])).toEqual([{ refunded: 3_600 }]);
});

test('a refund of a whole order is shown with what was left of the order at its time', async () => {
  const { director, buyer, orderId, first } = await bought();
  const dispute = async (state: string) => {
    await festival.db.query('UPDATE test_payments SET dispute = $2 WHERE order_id = $1', [orderId, state]);
    await buyer.checkout.getTicketOrder({ orderId });
  };
  await dispute('OPEN');
  await dispute('WON');
  await give(buyer, orderId, first);
  await take(director, orderId, '');
  expect((await director.ticketDesk.getSoldOrder({ orderId })).refunds).toMatchObject([
    { kind: 'DISPUTE', state: 'FAILED', amount: 3n * PRICE, isPart: false },
    { kind: 'BUYER', state: 'SUCCEEDED', amount: PRICE, isPart: true },
    { kind: 'SELLER', state: 'SUCCEEDED', amount: 2n * PRICE, isPart: false },
  ]);
});

test('director, managers and staff take one ticket back with a reason, and the history names it', async () => {
  const { festivalId, director, orderId, first, second, open } = await bought({ refundHours: undefined });
  const staff = festival.staff();
  expect(await take(director, orderId, first)).toMatchObject({
    ...{ state: SoldOrderState.DELIVERED, returned: 1, left: 2n * PRICE, ticketAmount: PRICE, refunding: false },
  });
  const last = await take(staff, orderId, second);
  expect([last?.returned, last?.left, last?.ticketAmount]).toEqual([2, PRICE, undefined]);
  await expect(open(first)).rejects.toMatchObject(missing);
  const history = 'SELECT reason, changes FROM organization_actions WHERE festival_id = $1 AND kind = $2 ORDER BY id';
  const ticketOf = (id: string) => [
    { field: 'order', before: orderId, after: '' },
    { field: 'ticket', before: id, after: '' },
  ];
  expect(await festival.db.query(history, [festivalId, 'TICKETS_REFUNDED'])).toEqual([
    { reason: WHY, changes: ticketOf(first) },
    { reason: WHY, changes: ticketOf(second) },
  ]);
  const orders = (await festival.published(TicketOrderChangedSchema)).filter((event) => event.orderId === orderId);
  const parts = orders.filter(({ partRefundId }) => partRefundId !== '');
  expect(parts.map(({ refund, refundState }) => [refund, refundState])).toEqual([
    ...[
      ['SELLER', 'PENDING'],
      ['SELLER', 'SUCCEEDED'],
      ['STAFF', 'PENDING'],
      ['STAFF', 'SUCCEEDED'],
    ],
  ]);
  expect(new Set(parts.map(({ partRefundId }) => partRefundId)).size).toBe(2);
  const ended = (await festival.published(UserTicketChangedSchema)).filter(({ valid }) => !valid);
  expect(ended.slice(-2).map(({ userTicketId }) => userTicketId)).toEqual([first, second]);

  const whole = await staff.ticketDesk.getSoldOrder({ orderId });
  expect(whole).toMatchObject({
    ...{ festivalId, mayReturn: true, order: { returned: 2, left: PRICE } },
    ...{ payment: { provider: 'test', amount: 3n * PRICE, fee: 720n } },
    refunds: [
      { amount: PRICE, kind: 'SELLER', state: 'SUCCEEDED', reason: WHY },
      { amount: PRICE, kind: 'STAFF', state: 'SUCCEEDED', reason: WHY },
    ],
  });
  expect(whole.tickets.filter(({ valid }) => valid)).toHaveLength(1);
  const unitOf = (id: string) => whole.tickets.find(({ userTicketId }) => userTicketId === id)?.unitId;
  expect(whole.refunds.map(({ unitId }) => unitId)).toEqual([unitOf(first), unitOf(second)]);
});

test('a ticket of a pass ends with those to the other events of it', async () => {
  const { festivalId, director, eventId } = await bought();
  const other = await scene.event(festivalId, { startsIn: 48 });
  const passId = await scene.ticketType(director, festivalId, [eventId, other], { name: 'Pass', refundHours: 0 });
  const { buyer, orderId, order } = await scene.bought(passId, { quantity: 2 });
  const mine = order?.tickets.find((ticket) => ticket.eventId === other)?.userTicketId ?? '';
  const after = await give(buyer, orderId, mine);
  expect(after?.tickets.map((ticket) => ticket.eventId).toSorted()).toEqual([eventId, other].toSorted());
  expect(await scene.freeUnits(passId)).toBe(19);
});

test('a buyer keeps what somebody else has or a door has let in, and gives the others back', async () => {
  const { eventId, buyer, orderId, first, second, third, open, director } = await bought({}, {}, 1);
  const friend = festival.viewer();
  festival.connect(buyer.viewer.accountId, friend.viewer.accountId);
  await buyer.gifts.giftTicket({
    ...{ requestId: newId(), eventId, userTicketId: first, receipientId: friend.viewer.accountId },
  });
  await expect(give(buyer, orderId, first)).rejects.toMatchObject(refused('NOT_REFUNDABLE'));
  await expect(give(friend, orderId, first)).rejects.toMatchObject(refused('ORDER_NOT_FOUND'));
  await expect(give(buyer, orderId)).rejects.toMatchObject(refused('NOT_REFUNDABLE'));
  expect((await open(second)).refund).toMatchObject({ quantity: 0, amount: 0n, ticketAmount: PRICE });
  expect((await open(first, friend)).refund).toBeUndefined();

  const doors = doorScene(festival);
  const door = await doors.open(director, eventId);
  await door.sync({ scans: [doors.scan((await open(second)).code)] });
  await expect(give(buyer, orderId, second)).rejects.toMatchObject(refused('TICKET_USED'));
  expect((await give(buyer, orderId, third))?.tickets).toHaveLength(2);
  await expect(give(buyer, orderId, newId())).rejects.toMatchObject(refused('NOT_REFUNDABLE'));
});

test('a refund of one ticket that the provider cannot make gives it again, with a new code', async () => {
  const { typeId, buyer, orderId, first, second, open } = await bought({}, { number: FAILS });
  const [before, kept] = [(await open(first)).code, (await open(second)).code];
  expect(await give(buyer, orderId, first)).toMatchObject({ state: OrderState.FULFILLED, tickets: [{}, {}, {}] });
  expect((await open(first)).code).not.toBe(before);
  expect((await open(second)).code).toBe(kept);
  expect(await scene.freeUnits(typeId)).toBe(17);
});

test('while the money of one ticket takes its time, nobody gets its place and nothing else goes back', async () => {
  const { typeId, eventId, director, buyer, orderId, first, second, open } = await bought({}, { number: TAKES_TIME });
  expect((await give(buyer, orderId, first))?.tickets).toHaveLength(2);
  expect(await scene.freeUnits(typeId)).toBe(17);
  await expect(give(buyer, orderId, second)).rejects.toMatchObject(refused('REFUND_PENDING'));
  expect((await open(second)).refund).toBeUndefined();
  await expect(take(director, orderId, '')).rejects.toMatchObject(refused('REFUND_PENDING'));
  expect((await director.ticketDesk.listEventOrders({ eventId })).orders).toMatchObject([{ refunding: true }]);
  festival.clock.advance(5_000);
  await eventually(async () => (await scene.freeUnits(typeId)) === 18);
  expect((await open(second)).refund).toMatchObject({ quantity: 2, ticketAmount: PRICE });
  await give(buyer, orderId, second);
});

test('the money of one ticket that is on its way back keeps the books open', async () => {
  const { eventId, director, orderId, first } = await bought({}, { number: TAKES_TIME });
  festival.clock.advance(30 * 3_600_000);
  const stateOf = async () => (await director.books.getEventBooks({ eventId })).books?.state;
  expect(await stateOf()).toBe(BooksState.READY);
  await take(festival.staff(), orderId, first);
  expect(await stateOf()).toBe(BooksState.REFUNDS_UNDER_WAY);
  festival.clock.advance(5_000);
  await eventually(async () => (await stateOf()) === BooksState.READY);
});

test('a free ticket ends alone, and the last one with its order', async () => {
  const { typeId, director, eventId } = await scene.sale({ price: 0n, refundHours: 0 });
  const buyer = festival.viewer();
  const { order } = await scene.open(buyer, typeId, { price: 0n, quantity: 2 });
  const [first, second] = order?.tickets ?? [];
  const orderId = order?.id ?? '';
  expect((await give(buyer, orderId, first?.userTicketId))?.tickets).toHaveLength(1);
  const figures = async () => (await director.dashboards.getEventDashboard({ eventId })).figures;
  expect(await figures()).toMatchObject({ tickets: 1, returned: 1 });
  expect(await take(director, orderId, second?.userTicketId ?? '')).toMatchObject({ state: SoldOrderState.RETURNED });
  expect([await scene.freeUnits(typeId), (await figures())?.returned]).toEqual([20, 2]);
});

test('tickets of one order that go back at once go back once each', async () => {
  const { typeId, buyer, orderId, first, second, director } = await bought();
  const asked = [first, first, second].map((id) => give(buyer, orderId, id));
  const results = await Promise.allSettled([...asked, take(director, orderId, first)]);
  const ended = results.filter(({ status }) => status === 'fulfilled').length;
  const text = "SELECT count(*)::int AS n FROM order_refunds WHERE order_id = $1 AND state = 'SUCCEEDED'";
  const [row] = await festival.db.query<{ n: number }>(text, [orderId]);
  expect(ended).toBeGreaterThan(0);
  expect([row?.n, await scene.freeUnits(typeId)]).toEqual([ended, 17 + ended]);
});

test('sales that went back in part are counted as what stays of them', async () => {
  const { eventId, festivalId, director, orderId, first } = await bought();
  await take(director, orderId, first);
  expect((await director.dashboards.getEventDashboard({ eventId })).figures).toMatchObject({ tickets: 2, returned: 1 });
  const { totals } = await director.earnings.getFestivalEarnings({ festivalId });
  expect(totals).toMatchObject({ sales: 1n, refunds: 0n, earnings: (2n * PRICE * 4n) / 5n });
});

test('staff who see users list what somebody bought, and nobody else does', async () => {
  const { buyer, orderId, director } = await bought();
  const accountId = buyer.viewer.accountId;
  expect((await festival.staff().ticketDesk.listUserTicketOrders({ accountId })).orders).toMatchObject([
    { id: orderId, quantity: 3, left: 3n * PRICE },
  ]);
  await expect(director.ticketDesk.listUserTicketOrders({ accountId })).rejects.toMatchObject({
    reason: expect.any(String),
  });
  const seen = await director.ticketDesk.getSoldOrder({ orderId });
  expect(seen).toMatchObject({ accountId: '', payment: { paymentId: '' } });
  expect((await festival.staff().ticketDesk.getSoldOrder({ orderId })).accountId).toBe(accountId);
  await expect(buyer.ticketDesk.getSoldOrder({ orderId })).rejects.toMatchObject({ reason: 'ORGANIZATION_NOT_YOURS' });
  await expect(director.ticketDesk.getSoldOrder({ orderId: newId() })).rejects.toMatchObject({
    reason: 'ORDER_NOT_FOUND',
  });
});

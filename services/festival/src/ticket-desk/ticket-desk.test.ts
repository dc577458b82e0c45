import { Code } from '@connectrpc/connect';
import { TicketOrderChangedSchema } from '@marquee/contracts/events/v1/festival_pb';
import { SoldOrderState } from '@marquee/contracts/festival/v1/ticket_desk_pb';
import { PaymentDifferenceKind } from '@marquee/contracts/film/v1/payment_differences_pb';
import { FreshProof } from '@marquee/contracts/identity/v1/fresh_proof_pb';
import { newId } from '@marquee/data/ids';
import { eventually } from '@marquee/testing/eventually';
import { viewers } from '@marquee/testing/viewers';
import type { FestivalUnderTest } from '../testing/festival-service.ts';
import { soundFestival } from '../testing/sound-festival.ts';

const { festival, scene } = await soundFestival();

type Person = ReturnType<FestivalUnderTest['viewer']>;
const WHY = 'The hall is too small.';
const take = (who: Person, orderId: string, reason = WHY, requestId = newId()) =>
  who.ticketDesk.returnTicketOrder({ requestId, orderId, reason }).then(({ order }) => order);
const refundsOf = (orderId: string) =>
  festival.db.query<{ kind: string; reason: string; askedBy: string | null; state: string }>(
    'SELECT kind, reason, asked_by, state FROM order_refunds WHERE order_id = $1',
    [orderId],
  );
async function member(festivalId: string, role: string): Promise<Person> {
  const somebody = festival.viewer();
  await festival.db.query(
    'INSERT INTO team_members (festival_id, account_id, role, added_at, accepted_at) VALUES ($1, $2, $3, now(), now())',
    [festivalId, somebody.viewer.accountId, role],
  );
  return somebody;
}

test('director, managers and staff refund an order with a reason, whatever its rule says [TIC-05:staff-refunds]', async () => {
  const { typeId, festivalId, director } = await scene.sale();
  const manager = await member(festivalId, 'MANAGER');
  const staff = festival.staff();
  for (const [who, kind] of [
    [director, 'SELLER'],
    [manager, 'SELLER'],
    [staff, 'STAFF'],
  ] as const) {
    const { orderId, buyer } = await scene.bought(typeId, { quantity: 2 });
    expect(await take(who, orderId)).toMatchObject({ id: orderId, quantity: 2, state: SoldOrderState.RETURNED });
    expect((await buyer.tickets.listOwnTickets({})).groups).toEqual([]);
    const askedBy = who.viewer.accountId;
    expect(await refundsOf(orderId)).toEqual([{ kind, reason: WHY, askedBy, state: 'SUCCEEDED' }]);
    const events = (await festival.published(TicketOrderChangedSchema)).filter((event) => event.orderId === orderId);
    expect(events.some(({ refund, refundState }) => refund === kind && refundState === 'PENDING')).toBe(true);
    const history = await festival.db.query(
      `SELECT actor_id, reason, changes FROM organization_actions WHERE festival_id = $1 AND kind = 'TICKETS_REFUNDED'
       ORDER BY id DESC LIMIT 1`,
      [festivalId],
    );
    expect(history).toEqual([
      { actorId: askedBy, reason: WHY, changes: [{ field: 'order', before: orderId, after: '' }] },
    ]);
  }
  expect(await scene.freeUnits(typeId)).toBe(20);
});

test('tickets whose refund the provider cannot make are valid again, staff see why, and ask again [TIC-05:staff-refunds]', async () => {
  const { typeId, festivalId } = await scene.sale({ quantity: 2, limitPerCustomer: 2 });
  const { orderId, buyer } = await scene.bought(typeId, { quantity: 2, number: '4000000000005134' });
  const staff = festival.staff();
  const failure = 'expired_or_canceled_card';
  for (const times of [1, 2]) {
    const failed = { state: SoldOrderState.DELIVERED, refunding: false, refundFailure: failure };
    expect(await take(staff, orderId)).toMatchObject(failed);
    const { order, refunds, tickets } = await staff.ticketDesk.getSoldOrder({ orderId });
    expect(order).toMatchObject(failed);
    expect(refunds.map(({ state, failure: why }) => [state, why])).toEqual(Array(times).fill(['FAILED', failure]));
    expect(tickets.map(({ valid }) => valid)).toEqual([true, true]);
  }
  // Neither was sold to others meanwhile, nor can be.
  expect(await scene.freeUnits(typeId)).toBe(0);
  expect((await buyer.tickets.listOwnTickets({})).groups).toHaveLength(1);
  const history = await festival.db.query(
    `SELECT kind, actor_id, reason, changes FROM organization_actions
     WHERE festival_id = $1 AND kind LIKE 'TICKETS_%' ORDER BY id LIMIT 2`,
    [festivalId],
  );
  const entry = { actorId: staff.viewer.accountId, reason: WHY };
  const changes = [{ field: 'order', before: orderId, after: '' }];
  expect(history).toEqual([
    { ...entry, kind: 'TICKETS_REFUNDED', changes },
    {
      ...{ ...entry, kind: 'TICKETS_REFUND_FAILED' },
      changes: [...changes, { field: 'failure', before: '', after: failure }],
    },
  ]);
});

test('tickets whose refund fails after it had succeeded stay taken back, and staff give back what is owed [TIC-05:staff-refunds]', async () => {
  const { typeId, festivalId, director } = await scene.sale({ quantity: 2, limitPerCustomer: 2 });
  const { orderId, buyer } = await scene.bought(typeId, { quantity: 2, number: '4000000000005126' });
  const staff = festival.staff({ steppedUpAt: festival.clock.now() });
  const { left: price } = (await staff.ticketDesk.getSoldOrder({ orderId })).order ?? {};
  const back = { state: SoldOrderState.RETURNED, refunding: false, refundFailure: '', owed: 0n };
  expect(await take(staff, orderId)).toMatchObject(back);
  festival.clock.advance(5_000);
  const seen = async () => staff.ticketDesk.getSoldOrder({ orderId });
  await eventually(async () => expect((await seen()).order?.owed).toBe(price));
  const failure = 'expired_or_canceled_card';
  const { order, refunds } = await seen();
  expect(order).toMatchObject({ ...back, refundFailure: failure, owed: price });
  expect(refunds).toMatchObject([{ state: 'SUCCEEDED', failure }]);
  // The tickets are others' by now, and the seller has nothing of it.
  expect(await scene.freeUnits(typeId)).toBe(2);
  expect((await buyer.tickets.listOwnTickets({})).groups).toEqual([]);
  await expect(
    director.ticketDesk.refundOwedTickets({ requestId: newId(), orderId, reason: WHY }),
  ).rejects.toMatchObject({
    code: Code.PermissionDenied,
  });

  const how = { reason: 'Sent by bank transfer', paidElsewhere: true };
  const paid = await staff.ticketDesk.refundOwedTickets({ requestId: newId(), orderId, ...how });
  expect(paid.order).toMatchObject(back);
  expect((await seen()).refunds).toMatchObject([
    { state: 'SUCCEEDED' },
    { kind: 'ELSEWHERE', state: 'SUCCEEDED', amount: price },
  ]);
  const kinds = `SELECT kind, reason FROM organization_actions WHERE festival_id = $1 AND kind LIKE 'TICKETS_%' ORDER BY id`;
  expect(await festival.db.query(kinds, [festivalId])).toEqual([
    { kind: 'TICKETS_REFUNDED', reason: WHY },
    { kind: 'TICKETS_REFUND_FAILED', reason: WHY },
    { kind: 'TICKETS_REFUNDED', reason: how.reason },
  ]);
  const events = (await festival.published(TicketOrderChangedSchema)).filter((event) => event.orderId === orderId);
  expect(events.map(({ owedStep }) => owedStep)).toEqual(['', '', 'OWED', 'GOING', 'ELSEWHERE']);
  const [first, , failed, , last] = events.map(({ refundId }) => refundId);
  expect([failed, last === first]).toEqual([first, false]);
});

test('what the reconcilers found is for staff who may refund, with its order and buyer', async () => {
  const { typeId, director } = await scene.sale();
  const { orderId, buyer } = await scene.bought(typeId);
  const seen = () => festival.staff().ticketDesk.listTicketPaymentDifferences({});
  // The reconciler drops it in its next round, since the order fits.
  await eventually(async () => {
    await festival.db.query(
      `INSERT INTO payment_differences (id, kind, found_at) VALUES ($1, 'STUCK', $2) ON CONFLICT DO NOTHING`,
      [orderId, festival.clock.now()],
    );
    expect(await seen()).toMatchObject({
      differences: [
        {
          ...{ id: orderId, kind: PaymentDifferenceKind.STUCK, accountId: buyer.viewer.accountId, itemId: typeId },
          ...{ itemKind: 'TICKETS', currency: 'USD', state: 'FULFILLED' },
        },
      ],
      total: 1,
    });
  });
  for (const who of [festival.as(viewers.admin()), director, buyer])
    await expect(who.ticketDesk.listTicketPaymentDifferences({})).rejects.toMatchObject({
      code: Code.PermissionDenied,
    });
  await festival.db.query('DELETE FROM payment_differences');
});

test('nobody else refunds, and a reason is needed', async () => {
  const { typeId, festivalId, director } = await scene.sale();
  const { orderId, buyer } = await scene.bought(typeId);
  const notYours = { reason: 'ORGANIZATION_NOT_YOURS' };
  for (const stranger of [buyer, festival.director(), await member(festivalId, 'PROGRAMMER')]) {
    await expect(take(stranger, orderId)).rejects.toMatchObject(notYours);
  }
  await expect(take(director, orderId, '')).rejects.toMatchObject({ code: Code.InvalidArgument });
  await expect(take(director, newId())).rejects.toMatchObject({ reason: 'ORDER_NOT_FOUND' });
  expect(await refundsOf(orderId)).toEqual([]);
});

test('staff refund only where their role has refunds, and with a fresh proof; who sells needs none [ADU-10:privilege]', async () => {
  const { typeId, director } = await scene.sale();
  const { orderId } = await scene.bought(typeId);
  const daily = festival.staff({ roles: ['ADMIN'] });
  expect((await daily.ticketDesk.getSoldOrder({ orderId })).mayReturn).toBe(false);
  await expect(take(daily, orderId)).rejects.toMatchObject({ reason: 'ORGANIZATION_NOT_YOURS' });
  festival.known.proof = FreshProof.PASSKEY_NEEDED;
  const trusted = festival.staff();
  expect((await trusted.ticketDesk.getSoldOrder({ orderId })).mayReturn).toBe(true);
  await expect(take(trusted, orderId)).rejects.toMatchObject({ reason: 'STEP_UP_NEEDED' });
  expect(await refundsOf(orderId)).toEqual([]);
  expect(await take(director, orderId)).toMatchObject({ state: SoldOrderState.RETURNED });
  festival.known.proof = FreshProof.GIVEN;
  const other = await scene.bought(typeId);
  expect(await take(trusted, other.orderId)).toMatchObject({ state: SoldOrderState.RETURNED });
});

test('a refund is made once, also when it is repeated or pressed twice', async () => {
  const { typeId, director } = await scene.sale();
  const { orderId } = await scene.bought(typeId);
  const requestId = newId();
  const repeated = await Promise.all([1, 2, 3].map(() => take(director, orderId, WHY, requestId)));
  expect(new Set(repeated.map((order) => order?.state))).toEqual(new Set([SoldOrderState.RETURNED]));
  await expect(take(director, orderId)).rejects.toMatchObject({ reason: 'NOT_REFUNDABLE' });
  const other = await scene.bought(typeId);
  const pressed = await Promise.allSettled([1, 2, 3].map(() => take(director, other.orderId)));
  expect(pressed.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await refundsOf(orderId)).toHaveLength(1);
});

test('an order whose ticket was given ends for who has it, and its money goes to the buyer', async () => {
  const { typeId, eventId, director } = await scene.sale();
  const friend = festival.viewer();
  const { orderId, buyer, order } = await scene.bought(typeId);
  festival.connect(buyer.viewer.accountId, friend.viewer.accountId);
  const userTicketId = order?.tickets[0]?.userTicketId ?? '';
  await buyer.gifts.giftTicket({ requestId: newId(), eventId, userTicketId, receipientId: friend.viewer.accountId });
  const { orders } = await director.ticketDesk.listEventOrders({ eventId });
  expect(orders).toMatchObject([{ id: orderId, given: 1 }]);
  await take(director, orderId);
  await expect(friend.tickets.getOwnTicket({ eventId, userTicketId })).rejects.toMatchObject({
    reason: 'TICKET_NOT_FOUND',
  });
});

test('a free order ends without money', async () => {
  const { typeId, director } = await scene.sale({ price: 0n });
  const { order } = await scene.open(festival.viewer(), typeId, { price: 0n });
  expect(await take(director, order?.id ?? '')).toMatchObject({ state: SoldOrderState.RETURNED, amount: 0n });
  expect(await scene.freeUnits(typeId)).toBe(20);
});

test('the orders of an event are listed for who sells its tickets, the newest first, page by page', async () => {
  const { typeId, eventId, festivalId, director } = await scene.sale();
  const [first, second] = [festival.viewer(), festival.viewer()];
  await festival.introduce(first.viewer.accountId, 'Maeve', 'Byrne');
  const one = await scene.bought(typeId, { buyer: first, quantity: 2 });
  festival.clock.advance(1_000);
  const two = await scene.bought(typeId, { buyer: second });
  await scene.open(festival.viewer(), typeId);
  await take(director, two.orderId);
  const newest = await director.ticketDesk.listEventOrders({ eventId, pageSize: 1 });
  expect(newest.orders).toMatchObject([{ id: two.orderId, buyerName: '', state: SoldOrderState.RETURNED }]);
  const cursor = newest.nextCursor;
  const next = await director.ticketDesk.listEventOrders({ eventId, pageSize: 1, cursor });
  expect(next).toMatchObject({
    ...{ eventName: 'Opening night', nextCursor: '' },
    orders: [{ id: one.orderId, buyerName: 'Maeve Byrne', quantity: 2, amount: 2_400n, ticketTypeName: 'Full price' }],
  });
  for (const stranger of [first, await member(festivalId, 'PROGRAMMER')]) {
    await expect(stranger.ticketDesk.listEventOrders({ eventId })).rejects.toMatchObject({
      reason: 'ORGANIZATION_NOT_YOURS',
    });
  }
});

test('what a buyer gives back and what was cancelled have kinds of their own in the books [TIC-05:refund-kinds]', async () => {
  const { typeId, eventId } = await scene.sale({ refundHours: 0 });
  const [given, cancelled] = [await scene.bought(typeId), await scene.bought(typeId)];
  await given.buyer.checkout.refundTicketOrder({ requestId: newId(), orderId: given.orderId });
  expect(await refundsOf(given.orderId)).toMatchObject([{ kind: 'BUYER', askedBy: given.buyer.viewer.accountId }]);
  await festival.db.query("UPDATE events SET status = 'CANCELLED' WHERE id = $1", [eventId]);
  await eventually(async () => {
    expect(await refundsOf(cancelled.orderId)).toMatchObject([{ kind: 'CANCELLED', askedBy: null }]);
  }, 20_000);
}, 30_000);

import { timestampDate } from '@bufbuild/protobuf/wkt';
import { TicketOfferedSchema } from '@marquee/contracts/events/v1/festival_pb';
import { newId } from '@marquee/data/ids';
import { TICKET_LIMITS } from '@marquee/rules/tickets';
import { eventually } from '@marquee/testing/eventually';
import { invariants } from '../invariants.ts';
import { type FestivalUnderTest, festivalService } from '../testing/festival-service.ts';
import { card, ticketScene } from '../testing/ticket-scene.ts';

let festival: FestivalUnderTest;
let scene: ReturnType<typeof ticketScene>;
beforeAll(async () => {
  festival = await festivalService({ PAYMENT_PROVIDER: 'test' });
  scene = ticketScene(festival);
});

const HOUR_MS = 3_600_000;
type Sale = Awaited<ReturnType<typeof soldOutSale>>;
type Person = ReturnType<FestivalUnderTest['viewer']>;
const join = async (person: Person, ticketTypeId: string) =>
  (await person.waits.joinWaitingList({ ticketTypeId })).wait;
const place = async (person: Person, eventId: string) => (await person.waits.listOwnWaits({ eventId })).waits[0];
const offered = (person: Person, eventId: string) =>
  eventually(async () => expect((await place(person, eventId))?.offeredUntil).toBeDefined());

/** A sale of which everything is bought, one ticket each. */
async function soldOutSale({ quantity = 1, ...more }: { quantity?: number; price?: bigint } = {}) {
  const sale = await scene.sale({ quantity, refundHours: 1, ...more });
  const orders: Awaited<ReturnType<typeof scene.bought>>[] = [];
  for (let n = 0; n < quantity; n += 1) orders.push(await scene.bought(sale.typeId));
  const giveBack = async () => {
    const { buyer, orderId } = orders.shift() ?? (await scene.bought(sale.typeId));
    await buyer.checkout.refundTicketOrder({ requestId: newId(), orderId });
  };
  return { ...sale, giveBack };
}

test('who waits reads their place, has one, and may leave; of what is left nobody waits [TIC-05:waiting-list]', async () => {
  const { typeId, eventId, director } = await soldOutSale();
  const [first, second] = [festival.viewer(), festival.viewer()];
  expect(await join(first, typeId)).toMatchObject({ ticketTypeId: typeId, position: 1, waiting: 1 });
  expect(await join(second, typeId)).toMatchObject({ position: 2, waiting: 2 });
  expect(await join(second, typeId)).toMatchObject({ position: 2, waiting: 2 });
  const [sales] = (await director.types.listEventTicketTypes({ eventId })).types;
  expect(sales).toMatchObject({ waiting: 2, offered: 0 });
  for (const _time of ['once', 'twice']) {
    await first.waits.leaveWaitingList({ ticketTypeId: typeId });
  }
  expect(await place(first, eventId)).toBeUndefined();
  expect(await place(second, eventId)).toMatchObject({ position: 1, waiting: 1 });
  const { typeId: open } = await scene.sale();
  await expect(join(first, open)).rejects.toMatchObject({ reason: 'TICKETS_LEFT' });
  await expect(join(first, newId())).rejects.toMatchObject({ reason: 'TICKET_TYPE_NOT_FOUND' });
});

test('what comes back is kept for who is first: nobody else buys it, and it is theirs [TIC-05:waiting-list]', async () => {
  const { typeId, eventId, giveBack } = await soldOutSale();
  const [first, second, stranger] = [festival.viewer(), festival.viewer(), festival.viewer()];
  await join(first, typeId);
  await join(second, typeId);
  await giveBack();
  await offered(first, eventId);
  expect(await place(second, eventId)).toMatchObject({ position: 1, waiting: 1 });
  for (const other of [second, stranger]) {
    await expect(scene.open(other, typeId)).rejects.toMatchObject({ reason: 'SOLD_OUT' });
  }
  expect((await festival.visitor().types.listTicketTypes({ eventId })).offers[0]).toMatchObject({ left: 0 });
  await expect(scene.open(first, typeId, { quantity: 2 })).rejects.toMatchObject({ reason: 'FEW_LEFT' });
  // An order that is given up leaves what is kept.
  const { order } = await scene.open(first, typeId);
  await first.checkout.cancelTicketOrder({ orderId: order?.id ?? '' });
  expect((await place(first, eventId))?.offeredUntil).toBeDefined();
  await scene.bought(typeId, { buyer: first });
  expect(await place(first, eventId)).toBeUndefined();
  expect(await place(second, eventId)).toMatchObject({ position: 1 });
});

test('an offer that nobody takes goes to the next, once each, with one event [TIC-05:waiting-list]', async () => {
  const { typeId, eventId, giveBack } = await soldOutSale();
  const [first, second] = [festival.viewer(), festival.viewer()];
  await join(first, typeId);
  await join(second, typeId);
  await giveBack();
  await offered(first, eventId);
  festival.clock.advance(2 * 3_600_000);
  await offered(second, eventId);
  expect(await place(first, eventId)).toBeUndefined();
  await expect(scene.open(first, typeId)).rejects.toMatchObject({ reason: 'SOLD_OUT' });
  const events = await festival.published(TicketOfferedSchema);
  const ours = events.filter(({ ticketTypeId }) => ticketTypeId === typeId).map(({ accountId }) => accountId);
  expect(ours).toEqual([first.viewer.accountId, second.viewer.accountId]);
  // Who has lost their place waits again, behind all others.
  expect(await join(first, typeId)).toMatchObject({ position: 1 });
});

test('a raised capacity is offered in order, and the list ends with the event [TIC-05:waiting-list]', async () => {
  const { typeId, eventId, director } = await soldOutSale();
  const people = Array.from({ length: 4 }, () => festival.viewer());
  for (const person of people) await join(person, typeId);
  const type = { ticketTypeId: typeId, name: 'Full price', price: 1_200n, limitPerCustomer: 4 };
  await director.types.updateTicketType({ requestId: newId(), ...type, quantity: 3 });
  const [one, two, three, four] = people as [Person, Person, Person, Person];
  await offered(one, eventId);
  await offered(two, eventId);
  expect(await place(three, eventId)).toMatchObject({ position: 1, waiting: 2 });
  expect(await place(four, eventId)).toMatchObject({ position: 2, waiting: 2 });
  await festival.db.query("UPDATE events SET status = 'CANCELLED' WHERE id = $1", [eventId]);
  await eventually(async () => {
    for (const person of people) expect(await place(person, eventId)).toBeUndefined();
  });
});

test.each([
  [
    'the organization pauses its sale',
    async ({ eventId }: Sale, on: boolean) =>
      festival.db.query('UPDATE events SET selling_tickets = $2 WHERE id = $1', [eventId, on]),
  ],
  [
    'the organization is not active',
    async ({ festivalId }: Sale, on: boolean) =>
      festival.db.query('UPDATE organizations SET status = $2 WHERE id = $1', [festivalId, on ? 'ACTIVE' : 'INACTIVE']),
  ],
  [
    'the ticket is withdrawn',
    async ({ director, typeId: ticketTypeId }: Sale, on: boolean) =>
      director.types.setTicketTypeWithdrawn({ requestId: newId(), ticketTypeId, withdrawn: !on }),
  ],
  [
    'the sale is to begin later',
    async ({ typeId }: Sale, on: boolean) =>
      festival.db.query('UPDATE ticket_types SET sale_start = $2 WHERE id = $1', [
        typeId,
        on ? null : new Date(festival.clock.now().getTime() + 20 * HOUR_MS),
      ]),
  ],
  [
    'the sale ends early',
    async ({ typeId }: Sale, on: boolean) =>
      festival.db.query('UPDATE ticket_types SET sale_end = $2 WHERE id = $1', [
        typeId,
        on ? null : festival.clock.now(),
      ]),
  ],
])(
  'while %s nobody loses a place or an offer; both are there again afterwards [TIC-05:waiting-list]',
  async (_, set) => {
    const sale = await soldOutSale();
    const { typeId, eventId } = sale;
    const [first, second] = [festival.viewer(), festival.viewer()];
    await join(first, typeId);
    await join(second, typeId);
    await sale.giveBack();
    await offered(first, eventId);
    await set(sale, false);
    await eventually(async () => expect(await place(first, eventId)).toMatchObject({ position: 1, waiting: 2 }));
    festival.clock.advance(3 * HOUR_MS);
    expect(await place(second, eventId)).toMatchObject({ position: 2, waiting: 2 });
    await set(sale, true);
    await offered(first, eventId);
    expect(await place(second, eventId)).toMatchObject({ position: 1, waiting: 1 });
    await eventually(async () => {
      const events = await festival.published(TicketOfferedSchema);
      const ours = events.filter(({ ticketTypeId }) => ticketTypeId === typeId).map(({ accountId }) => accountId);
      expect(ours).toEqual([first.viewer.accountId, first.viewer.accountId]);
    });
    await scene.bought(typeId, { buyer: first });
    expect(await place(first, eventId)).toBeUndefined();
  },
);

test('who is paying for what was kept for them as the sale is paused gets it [TIC-05:waiting-list]', async () => {
  const { typeId, eventId, giveBack } = await soldOutSale();
  const [buyer, other] = [festival.viewer(), festival.viewer()];
  await join(buyer, typeId);
  await giveBack();
  await offered(buyer, eventId);
  // A second list, which shows that the offers were looked at.
  const { typeId: otherTypeId, eventId: otherEventId, giveBack: giveOther } = await soldOutSale();
  await join(other, otherTypeId);
  await giveOther();
  await offered(other, otherEventId);
  const { order } = await scene.open(buyer, typeId);
  const ids = [eventId, otherEventId];
  await festival.db.query('UPDATE events SET selling_tickets = false WHERE id = ANY($1)', [ids]);
  await eventually(async () => expect((await place(other, otherEventId))?.offeredUntil).toBeUndefined());
  expect((await place(buyer, eventId))?.offeredUntil).toBeDefined();
  const paid = await buyer.checkout.confirmTestTicketPayment({ orderId: order?.id ?? '', ...card() });
  expect(paid.order?.tickets).toHaveLength(1);
  expect(await place(buyer, eventId)).toBeUndefined();
});

test('nobody waits for what they cannot buy, or have enough of; a list and a person have so many places', async () => {
  const { typeId, eventId, festivalId } = await soldOutSale();
  const person = festival.viewer();
  const status = (event: string, organization: string, selling = true) =>
    Promise.all([
      festival.db.query('UPDATE events SET status = $2, selling_tickets = $3 WHERE id = $1', [eventId, event, selling]),
      festival.db.query('UPDATE organizations SET status = $2 WHERE id = $1', [festivalId, organization]),
    ]);
  await status('DRAFT', 'ACTIVE');
  await expect(join(person, typeId)).rejects.toMatchObject({ reason: 'TICKET_TYPE_NOT_FOUND' });
  await status('PUBLISHED', 'INACTIVE');
  await expect(join(person, typeId)).rejects.toMatchObject({ reason: 'TICKET_TYPE_NOT_FOUND' });
  await status('PUBLISHED', 'ACTIVE', false);
  await expect(join(person, typeId)).rejects.toMatchObject({ reason: 'NOT_ON_SALE' });
  await status('PUBLISHED', 'ACTIVE');

  const own = await scene.sale({ quantity: 1, limitPerCustomer: 1 });
  const { buyer } = await scene.bought(own.typeId);
  await expect(join(buyer, own.typeId)).rejects.toMatchObject({ reason: 'OVER_LIMIT' });

  const { waitsPerAccountMax, waitsPerTypeMax } = TICKET_LIMITS;
  const full = { reason: 'WAITING_LIST_FULL' };
  const fill = (id: string, count: number) =>
    festival.db.query(
      `INSERT INTO ticket_waits (id, type_id, account_id, created_at)
       SELECT gen_random_uuid(), $1, gen_random_uuid(), now() FROM generate_series(1, $2)`,
      [id, count],
    );
  await fill(typeId, waitsPerTypeMax - 1);
  expect(await join(person, typeId)).toMatchObject({ position: waitsPerTypeMax });
  await expect(join(festival.viewer(), typeId)).rejects.toMatchObject(full);
  await festival.db.query('DELETE FROM ticket_waits WHERE type_id = $1 AND account_id <> $2', [
    ...[typeId, person.viewer.accountId],
  ]);
  // Types that nothing is sold of, each with a place of the same person.
  await festival.db.query(
    `WITH made AS (
       INSERT INTO ticket_types
       SELECT (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'quantity', 1))).*
       FROM ticket_types t, generate_series(1, $2) WHERE t.id = $1 RETURNING id
     ), units AS (
       INSERT INTO ticket_units (id, type_id) SELECT gen_random_uuid(), id FROM made
     ), events AS (
       INSERT INTO ticket_type_events (type_id, event_id) SELECT id, $4 FROM made
     )
     INSERT INTO ticket_waits (id, type_id, account_id, created_at) SELECT gen_random_uuid(), id, $3, now() FROM made`,
    [typeId, waitsPerAccountMax - 2, person.viewer.accountId, (await scene.sale({}, { selling: false })).eventId],
  );
  const [next, last] = [await soldOutSale(), await soldOutSale()];
  await join(person, next.typeId);
  await expect(join(person, last.typeId)).rejects.toMatchObject(full);
});

test('an offer ends with the sale, and the list with its event [TIC-05:waiting-list]', async () => {
  const { typeId, eventId, giveBack } = await soldOutSale();
  const [first, second] = [festival.viewer(), festival.viewer()];
  await join(first, typeId);
  await join(second, typeId);
  const saleEnd = new Date(festival.clock.now().getTime() + HOUR_MS);
  await festival.db.query('UPDATE ticket_types SET sale_end = $2 WHERE id = $1', [typeId, saleEnd]);
  await giveBack();
  await offered(first, eventId);
  const until = (await place(first, eventId))?.offeredUntil;
  expect(until && timestampDate(until)).toEqual(saleEnd);
  festival.clock.advance(30 * HOUR_MS);
  await eventually(async () => {
    for (const person of [first, second]) expect(await place(person, eventId)).toBeUndefined();
  });
});

test('while tickets come back and everybody wants them, each is offered once, in order [TIC-05:waiting-list]', async () => {
  const { typeId, eventId, giveBack } = await soldOutSale({ quantity: 3 });
  const waiting = Array.from({ length: 5 }, () => festival.viewer());
  for (const person of waiting) await join(person, typeId);
  const rush = Array.from({ length: 12 }, () => scene.open(festival.viewer(), typeId));
  const results = await Promise.allSettled([giveBack(), giveBack(), ...rush]);
  expect(results.slice(2).filter(({ status }) => status === 'fulfilled')).toEqual([]);
  const [one, two, three] = waiting as [Person, Person, Person];
  await offered(one, eventId);
  await offered(two, eventId);
  expect(await place(three, eventId)).toMatchObject({ position: 1, waiting: 3 });
  await expect(
    Promise.all([scene.bought(typeId, { buyer: one }), scene.bought(typeId, { buyer: two })]),
  ).resolves.toHaveLength(2);
});

test('after all of this each place has the unit that it is to have, and nothing else differs', async () => {
  for (const { check, name } of invariants.invariants) {
    expect([name, await check(festival.db.query)]).toEqual([name, []]);
  }
});

import { Code } from '@connectrpc/connect';
import { OfferState } from '@marquee/contracts/festival/v1/tickets_pb';
import { newId } from '@marquee/data/ids';
import { TICKET_LIMITS } from '@marquee/rules/tickets';
import * as blocks from '../programme/blocks.ts';
import * as films from '../programme/films.ts';
import { type FestivalUnderTest, festivalService } from '../testing/festival-service.ts';
import { PRICE, ticketScene } from '../testing/ticket-scene.ts';
import { readTicketCode } from './ticket-codes.ts';

let festival: FestivalUnderTest;
let scene: ReturnType<typeof ticketScene>;
beforeAll(async () => {
  festival = await festivalService({ PAYMENT_PROVIDER: 'test' });
  scene = ticketScene(festival);
});

const change = { name: 'Full price', price: PRICE, quantity: 20, limitPerCustomer: 4 };
const id = () => ({ requestId: newId() });

describe('ticket types', () => {
  test('are made by the director and managers, and shown with what is left [TIC-05:types]', async () => {
    const { id: festivalId, director } = await festival.organization();
    const eventId = await scene.event(festivalId);
    const manager = festival.viewer();
    const programmer = festival.viewer();
    for (const [account, role] of [
      [manager, 'MANAGER'],
      [programmer, 'PROGRAMMER'],
    ] as const) {
      await festival.db.query(
        'INSERT INTO team_members (festival_id, account_id, role, added_at, accepted_at) VALUES ($1, $2, $3, now(), now())',
        [festivalId, account.viewer.accountId, role],
      );
    }
    const typeId = await scene.ticketType(director, festivalId, [eventId], { refundHours: 24 });
    await scene.ticketType(manager, festivalId, [eventId], { name: 'Reduced', price: 800n, quantity: 2 });
    for (const stranger of [programmer, festival.viewer(), festival.director()]) {
      await expect(scene.ticketType(stranger, festivalId, [eventId])).rejects.toMatchObject({
        reason: 'ORGANIZATION_NOT_YOURS',
      });
      await expect(stranger.types.updateTicketType({ ...id(), ...change, ticketTypeId: typeId })).rejects.toMatchObject(
        { reason: 'ORGANIZATION_NOT_YOURS' },
      );
      await expect(stranger.types.listEventTicketTypes({ eventId })).rejects.toMatchObject({
        code: Code.PermissionDenied,
      });
    }
    const { event, offers } = await festival.visitor().types.listTicketTypes({ eventId });
    expect(event).toMatchObject({ id: eventId, festivalId, festivalName: 'Lumen Film Festival' });
    expect(offers).toMatchObject([
      { type: { name: 'Reduced', price: 800n, eventIds: [eventId] }, state: OfferState.ON_SALE, left: 2 },
      { type: { name: 'Full price', refundHours: 24 }, state: OfferState.ON_SALE, left: 11 },
    ]);
    await scene.bought(offers[1]?.type?.id ?? '', { quantity: 2 });
    const own = await manager.types.listEventTicketTypes({ eventId });
    expect(own).toMatchObject({ places: 0, offered: 22, events: [{ id: eventId }] });
    expect(own.types).toMatchObject([
      { type: { name: 'Reduced' }, quantity: 2, sold: 0, held: 0 },
      { type: { name: 'Full price' }, quantity: 20, sold: 2, held: 0 },
    ]);
  });

  test('an event takes no fewer people than its tickets are offered to [TIC-04:capacity]', async () => {
    const { director, eventId } = await scene.sale({ quantity: 8 }, { capacity: 10 });
    const { event } = await director.programme.getEvent({ eventId });
    const { name = '', timeZone = '', startTime, endTime } = event ?? {};
    const update = (capacity: number) =>
      director.desk.updateEvent({
        ...{ ...id(), eventId, name, timeZone, startTime, endTime, capacity, eventVirtual: true, sellingTickets: true },
      });
    await expect(update(7)).rejects.toMatchObject({ reason: 'OVER_CAPACITY' });
    expect((await update(8)).event).toMatchObject({ capacity: 8 });
  });

  test('never offer more than the event takes, and never less than is sold or held [TIC-04:capacity]', async () => {
    const { festivalId, director, eventId, typeId } = await scene.sale({ quantity: 8 }, { capacity: 10 });
    const more = (quantity: number) => scene.ticketType(director, festivalId, [eventId], { quantity });
    await expect(more(3)).rejects.toMatchObject({ reason: 'OVER_CAPACITY' });
    const raced = await Promise.allSettled([more(2), more(2), more(2)]);
    expect(raced.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await scene.bought(typeId, { quantity: 2 });
    await scene.open(festival.viewer(), typeId, { quantity: 1 });
    const update = (quantity: number) =>
      director.types.updateTicketType({ ...id(), ...change, ticketTypeId: typeId, quantity });
    await expect(update(2)).rejects.toMatchObject({ reason: 'BELOW_SOLD' });
    expect((await update(3)).type).toMatchObject({ quantity: 3, sold: 2, held: 1 });
    await expect(update(9)).rejects.toMatchObject({ reason: 'OVER_CAPACITY' });
    expect((await update(8)).type).toMatchObject({ quantity: 8, sold: 2, held: 1 });
    const withdraw = (withdrawn: boolean) =>
      director.types.setTicketTypeWithdrawn({ ...id(), ticketTypeId: typeId, withdrawn });
    await withdraw(true);
    await more(5);
    await expect(withdraw(false)).rejects.toMatchObject({ reason: 'OVER_CAPACITY' });
  });

  test.each([
    [{ name: 'x' }, 'name'],
    [{ price: -1n }, 'price'],
    [{ price: 100_000n }, 'price'],
    [{ quantity: 0 }, 'quantity'],
    [{ quantity: 10_001 }, 'quantity'],
    [{ limitPerCustomer: 21 }, 'limitPerCustomer'],
    [{ refundHours: -1 }, 'refundHours'],
    [{ eventIds: [] }, 'eventIds'],
    [{ eventIds: [newId()] }, 'eventIds'],
  ])('are refused with %j', async (wrong, field) => {
    const { id: festivalId, director } = await festival.organization();
    const eventId = await scene.event(festivalId);
    await expect(scene.ticketType(director, festivalId, [eventId], wrong)).rejects.toMatchObject({
      ...{ code: Code.InvalidArgument, fields: [{ field: expect.stringContaining(field) }] },
    });
  });

  test('of an event of another organization, or a sale that ends before it starts, are refused', async () => {
    const { id: festivalId, director } = await festival.organization();
    const other = await festival.organization();
    const [own, foreign] = [await scene.event(festivalId), await scene.event(other.id)];
    const refused = { code: Code.InvalidArgument };
    await expect(scene.ticketType(director, festivalId, [own, foreign])).rejects.toMatchObject(refused);
    const backwards = { saleStart: scene.inHours(2), saleEnd: scene.inHours(1) };
    await expect(scene.ticketType(director, festivalId, [own], backwards)).rejects.toMatchObject(refused);
  });

  test('for several events are passes, with a ticket to each [TIC-05:passes]', async () => {
    const { id: festivalId, director } = await festival.organization();
    const eventIds = [await scene.event(festivalId), await scene.event(festivalId, { startsIn: 48 })];
    const typeId = await scene.ticketType(director, festivalId, eventIds, { name: 'Weekend pass' });
    const { buyer, order } = await scene.bought(typeId);
    expect(order?.tickets.map(({ eventId }) => eventId).sort()).toEqual(eventIds.toSorted());
    const [group] = (await buyer.tickets.listOwnTickets({})).groups;
    expect(group?.tickets.map(({ eventId, ticketTypeName }) => [eventId, ticketTypeName])).toEqual(
      eventIds.map((eventId) => [eventId, 'Weekend pass']),
    );
  });

  test('of a draft, or of an organization that is not active, are nobody’s to see', async () => {
    const { eventId } = await scene.sale({}, { status: 'DRAFT' });
    const gone = await scene.sale();
    await festival.db.query("UPDATE organizations SET status = 'INACTIVE' WHERE id = $1", [gone.festivalId]);
    for (const hidden of [eventId, gone.eventId, newId(), 'x']) {
      await expect(festival.visitor().types.listTicketTypes({ eventId: hidden })).rejects.toMatchObject({
        reason: 'EVENT_NOT_FOUND',
      });
    }
  });

  test('say when their sale runs, and that nothing is left; more of them are on sale at once [TIC-05:sale]', async () => {
    const { director, eventId, typeId } = await scene.sale({ quantity: 1 });
    const offered = async () => (await festival.visitor().types.listTicketTypes({ eventId })).offers;
    const update = (more: object) =>
      director.types.updateTicketType({ ...id(), ...change, quantity: 1, ticketTypeId: typeId, ...more });
    const [saleStart, saleEnd] = [scene.inHours(-1), scene.inHours(1)];
    expect((await offered())[0]?.type).not.toHaveProperty('saleStart', expect.anything());
    await update({ saleStart, saleEnd, refundHours: 0 });
    expect(await offered()).toMatchObject([
      { type: { saleStart, saleEnd, refundHours: 0 }, state: OfferState.ON_SALE, left: 1 },
    ]);
    await expect(update({ saleStart: saleEnd, saleEnd: saleStart })).rejects.toMatchObject({
      code: Code.InvalidArgument,
    });
    await scene.bought(typeId);
    expect(await offered()).toMatchObject([{ state: OfferState.SOLD_OUT, left: 0 }]);
    await expect(scene.open(festival.viewer(), typeId)).rejects.toMatchObject({ reason: 'SOLD_OUT' });
    await update({ quantity: 2 });
    await scene.bought(typeId);
    await festival.db.query('UPDATE events SET selling_tickets = false WHERE id = $1', [eventId]);
    expect(await offered()).toEqual([]);
  });

  test('are of events that take place, and of an organization that has fewer than it may', async () => {
    const { festivalId, director, eventId, typeId } = await scene.sale();
    const cancelled = await scene.event(festivalId, { status: 'CANCELLED' });
    await expect(scene.ticketType(director, festivalId, [eventId, cancelled])).rejects.toMatchObject({
      fields: [{ field: 'eventIds' }],
    });
    await festival.db.query(
      `INSERT INTO ticket_types
       SELECT (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid()))).*
       FROM ticket_types t, generate_series(1, $2) WHERE t.id = $1`,
      [typeId, TICKET_LIMITS.typesPerFestivalMax - 2],
    );
    await scene.ticketType(director, festivalId, [eventId]);
    await expect(scene.ticketType(director, festivalId, [eventId])).rejects.toMatchObject({
      reason: 'TOO_MANY_TICKET_TYPES',
    });
    for (const unknown of [newId(), 'x']) {
      const named = { ...id(), ticketTypeId: unknown };
      const missing = { reason: 'TICKET_TYPE_NOT_FOUND' };
      await expect(director.types.updateTicketType({ ...named, ...change })).rejects.toMatchObject(missing);
      await expect(scene.open(festival.viewer(), unknown)).rejects.toMatchObject(missing);
    }
  });
});

test('tickets are upcoming or past by festival, latest end first, and a mixed festival stands in both [TIC-01] [ENT-04:ticket]', async () => {
  const buyer = festival.viewer();
  const old = await scene.sale({}, { startsIn: 1, hours: 1, name: 'Old' });
  const { id: mixedId, director } = await festival.organization(undefined, { name: 'Mixed Days' });
  const [early, late] = [
    await scene.event(mixedId, { startsIn: 2, hours: 2, name: 'Early' }),
    await scene.event(mixedId, { startsIn: 200, name: 'Late' }),
  ];
  const next = await scene.sale({}, { startsIn: 100, name: 'Next' });
  const types = [old.typeId, next.typeId];
  for (const event of [late, early]) types.push(await scene.ticketType(director, mixedId, [event]));
  for (const typeId of types) await scene.bought(typeId, { buyer });
  const groups = async (past: boolean) =>
    (await buyer.tickets.listOwnTickets({ past })).groups.map(({ festivalName, festivalId, tickets }) => [
      festivalId,
      festivalName,
      tickets.map(({ event }) => event?.name),
    ]);
  const lumen = 'Lumen Film Festival';
  expect(await groups(true)).toEqual([]);
  festival.clock.advance(4 * 3_600_000);
  // At its very end the early event is not past yet: it is once its end is before now.
  expect(await groups(false)).toEqual([
    [mixedId, 'Mixed Days', ['Early', 'Late']],
    [next.festivalId, lumen, ['Next']],
  ]);
  festival.clock.advance(1);
  expect(await groups(false)).toEqual([
    [mixedId, 'Mixed Days', ['Late']],
    [next.festivalId, lumen, ['Next']],
  ]);
  expect(await groups(true)).toEqual([
    [mixedId, 'Mixed Days', ['Early']],
    [old.festivalId, lumen, ['Old']],
  ]);
  const first = await buyer.tickets.listOwnTickets({ past: true, pageSize: 1 });
  const second = await buyer.tickets.listOwnTickets({ past: true, pageSize: 1, cursor: first.nextCursor });
  expect([first, second].map(({ groups: [group] }) => group?.festivalId)).toEqual([mixedId, old.festivalId]);
  expect(second.nextCursor).toBe('');
});

test('a ticket to an event of one film names the film, unless it is not announced [ENT-04]', async () => {
  const buyer = festival.viewer();
  const sale = await scene.sale({ price: 0n }, { startsIn: 5 });
  const { eventId, festivalId, typeId } = sale;
  const { order } = await scene.open(buyer, typeId, { price: 0n });
  const userTicketId = order?.tickets[0]?.userTicketId ?? '';
  const shown = async () => (await buyer.tickets.getOwnTicket({ eventId, userTicketId })).ticket;
  const filmId = async () => (await shown())?.filmId;
  const blockId = newId();
  const put = (id: string, visible = true) =>
    festival.platform.db.transaction(async (tx) => {
      await films.keep(tx, {
        id,
        filmTitle: 'A Film',
        poster: null,
        directors: [],
        runningTime: 60,
        visible,
        version: 1n,
      });
      await blocks.insertFilm(tx, { id: newId(), blockId, filmId: id });
    });
  await festival.platform.db.transaction((tx) => blocks.insert(tx, { id: blockId, eventId, name: 'Shorts' }));
  expect(await filmId()).toBe('');
  const [salt, hidden] = [newId(), newId()];
  await put(hidden, false);
  expect(await filmId()).toBe('');
  await festival.platform.db.transaction((tx) => tx.query('DELETE FROM block_films WHERE block_id = $1', [blockId]));
  await put(salt);
  expect(await shown()).toMatchObject({
    ...{ id: userTicketId, eventId, festivalId, festivalName: 'Lumen Film Festival', filmId: salt },
  });
  await put(newId());
  expect(await filmId()).toBe('');
});

test('the code of a ticket is proved by the public key alone, and nobody else sees it [TIC-02:ticket]', async () => {
  const { typeId, eventId, festivalId } = await scene.sale();
  const { buyer, order } = await scene.bought(typeId);
  const userTicketId = order?.tickets[0]?.userTicketId ?? '';
  const { ticket, code } = await buyer.tickets.getOwnTicket({ eventId, userTicketId });
  expect(ticket).toMatchObject({ id: userTicketId, eventId, festivalId, ticketTypeName: 'Full price' });
  const { publicKey } = await festival.visitor().tickets.getTicketKey({});
  expect(readTicketCode(publicKey, code)).toEqual({ userTicketId, eventId, generation: 1 });
  const forged = Buffer.from(code, 'base64url');
  forged[36] = 2;
  expect(readTicketCode(publicKey, forged.toString('base64url'))).toBeUndefined();
  expect(readTicketCode(publicKey, code.slice(0, -2))).toBeUndefined();
  expect(readTicketCode(publicKey, 'no code')).toBeUndefined();
  const missing = {
    ...{ code: Code.NotFound, reason: 'TICKET_NOT_FOUND' },
    message: expect.stringContaining('Could not find your ticket. Please contact support if you are having trouble.'),
  };
  for (const [who, asked] of [
    [festival.viewer(), { eventId, userTicketId }],
    [buyer, { eventId: newId(), userTicketId }],
    [buyer, { eventId: 'x', userTicketId: 'y' }],
  ] as const) {
    await expect(who.tickets.getOwnTicket(asked)).rejects.toMatchObject(missing);
  }
});

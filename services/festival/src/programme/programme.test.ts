import { timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { EventChangedSchema } from '@marquee/contracts/events/v1/festival_pb';
import { EventStatus } from '@marquee/contracts/festival/v1/programme_pb';
import { newId } from '@marquee/data/ids';
import { PROGRAMME_LIMITS } from '@marquee/rules/programme';
import { type FestivalUnderTest, festivalService } from '../testing/festival-service.ts';

let festival: FestivalUnderTest;
beforeAll(async () => {
  festival = await festivalService();
});

type Director = ReturnType<FestivalUnderTest['director']>;

const hall = {
  ...{ name: 'Lumen Hall', address: 'Rua da Luz 1', city: 'Lisbon', country: 'PT' },
  ...{ timeZone: 'Europe/Lisbon', capacity: 120 },
};

/** An evening in three days, from eight to ten. */
const evening = (more: object = {}) => ({
  ...{ name: 'Opening night', description: 'Two films.', eventVirtual: true, sellingTickets: false },
  startTime: timestampFromDate(new Date('2026-11-23T20:00:00Z')),
  endTime: timestampFromDate(new Date('2026-11-23T22:00:00Z')),
  ...{ timeZone: 'Europe/Lisbon', venueId: '', capacity: 0, preRollVideoUri: '', preRollDuration: 0, ...more },
});

async function programme() {
  const { id: festivalId, director } = await festival.organization();
  const addVenue = async (more: object = {}) => {
    const { venue } = await director.desk.saveVenue({ requestId: newId(), festivalId, ...hall, ...more });
    return venue?.id ?? '';
  };
  const plan = async (more: object = {}, by: Director = director) => {
    const { event } = await by.desk.createEvent({ requestId: newId(), festivalId, ...evening(more) });
    return event as NonNullable<typeof event>;
  };
  const publish = async (eventId: string) => director.desk.publishEvent({ requestId: newId(), eventId });
  return { festivalId, director, addVenue, plan, publish };
}

test('what is next at all festivals is published, of active organizations, and not over [FES-03:upcoming]', async () => {
  const [here, elsewhere, gone] = [await programme(), await programme(), await programme()];
  const at = (name: string, hour: number) => ({
    ...{ name, startTime: timestampFromDate(new Date(`2026-11-24T${hour}:00:00Z`)) },
    endTime: timestampFromDate(new Date(`2026-11-24T${hour + 1}:00:00Z`)),
  });
  const planned = async ({ plan, publish }: typeof here, name: string, hour: number) => {
    const event = await plan(at(name, hour));
    await publish(event.id);
    return event.id;
  };
  await planned(here, 'Night', 22);
  await planned(elsewhere, 'Theirs', 20);
  await planned(here, 'Evening', 19);
  await here.plan(at('Draft', 21));
  await planned(gone, 'Of nobody', 18);
  const hidden = (await gone.director.programme.listEvents({ festivalId: gone.festivalId })).events[0]?.id ?? '';
  await festival.db.query(`UPDATE organizations SET status = 'INACTIVE' WHERE id = $1`, [gone.festivalId]);
  await expect(festival.visitor().programme.getEvent({ eventId: hidden })).rejects.toMatchObject({
    reason: 'EVENT_NOT_FOUND',
  });
  const cancelled = await planned(here, 'Cancelled', 18);
  await here.director.desk.cancelEvent({ requestId: newId(), eventId: cancelled });
  const over = await planned(here, 'Over', 17);
  const times = [new Date(festival.clock.now().getTime() - 1), festival.clock.now()];
  await festival.db.query('UPDATE events SET start_time = $2, end_time = $3 WHERE id = $1', [over, ...times]);

  const ours = new Set([here.festivalId, elsewhere.festivalId, gone.festivalId]);
  const page = async (request: object) => {
    const { events, nextCursor } = await festival.visitor().programme.listUpcomingEvents(request);
    return { names: events.filter(({ festivalId }) => ours.has(festivalId)).map(({ name }) => name), nextCursor };
  };
  expect((await page({})).names).toEqual(['Evening', 'Theirs', 'Night']);
  const { nextCursor } = await page({ pageSize: 2 });
  expect((await page({ pageSize: 100, cursor: nextCursor })).names).toContain('Night');
});

test('an event is planned as a draft, published, and cancelled for good [FES-03] [ENT-03:fields]', async () => {
  const { festivalId, director, plan, publish } = await programme();
  const { id: eventId } = await plan({
    ...{
      sellingTickets: true,
      capacity: 500,
      preRollVideoUri: 'https://media.example/jingle.mp4',
      preRollDuration: 20,
    },
  });
  const visitor = festival.visitor().programme;
  await expect(visitor.getEvent({ eventId })).rejects.toMatchObject({
    ...{ code: Code.NotFound, reason: 'EVENT_NOT_FOUND', message: expect.stringContaining('Event Not Found') },
  });
  expect((await visitor.listEvents({ festivalId })).events).toEqual([]);
  expect(await director.programme.getEvent({ eventId })).toMatchObject({ canManage: true });

  await publish(eventId);
  const { event, canManage } = await visitor.getEvent({ eventId });
  expect(event).toMatchObject({
    ...{ festivalId, festivalName: 'Lumen Film Festival', name: 'Opening night', status: EventStatus.PUBLISHED },
    ...{ eventVirtual: true, sellingTickets: true, capacity: 500, timeZone: 'Europe/Lisbon' },
    ...{ preRollVideoUri: 'https://media.example/jingle.mp4', preRollDuration: 20 },
  });
  expect(timestampDate(event?.startTime as never)).toEqual(new Date('2026-11-23T20:00:00Z'));
  expect(canManage).toBe(false);

  await expect(director.desk.deleteEvent({ requestId: newId(), eventId })).rejects.toMatchObject({
    reason: 'EVENT_NOT_DRAFT',
  });
  await director.desk.cancelEvent({ requestId: newId(), eventId });
  const { events } = await visitor.listEvents({ festivalId });
  expect(events).toMatchObject([{ id: eventId, status: EventStatus.CANCELLED, sellingTickets: false }]);
  await expect(publish(eventId)).rejects.toMatchObject({ reason: 'EVENT_CANCELLED' });
  const changes = await festival.published(EventChangedSchema);
  expect(changes.filter((change) => change.eventId === eventId)).toHaveLength(3);
});

test('a draft is deleted, and cannot be cancelled [FES-03]', async () => {
  const { director, plan } = await programme();
  const { id: eventId } = await plan();
  await expect(director.desk.cancelEvent({ requestId: newId(), eventId })).rejects.toMatchObject({
    reason: 'EVENT_NOT_PUBLISHED',
  });
  await director.desk.deleteEvent({ requestId: newId(), eventId });
  await expect(director.programme.getEvent({ eventId })).rejects.toMatchObject({ reason: 'EVENT_NOT_FOUND' });
});

test.each([
  ['endTime', { endTime: timestampFromDate(new Date('2026-11-23T19:00:00Z')) }],
  ['endTime', { endTime: timestampFromDate(new Date('2026-12-30T19:00:00Z')) }],
  ['startTime', { startTime: undefined }],
  ['name', { name: 'A' }],
  ['timeZone', { timeZone: 'Europe/Atlantis' }],
  ['venueId', { eventVirtual: false }],
  ['venueId', { eventVirtual: false, venueId: newId() }],
  ['venueId', { eventVirtual: false, venueId: 'x' }],
  ['capacity', { capacity: -1 }],
  ['preRollVideoUri', { preRollVideoUri: 'javascript:alert(1)' }],
  ['preRollDuration', { preRollDuration: 601 }],
])('what cannot be is refused at its field: %s', async (field, more) => {
  const { plan } = await programme();
  await expect(plan(more)).rejects.toMatchObject({ reason: 'INVALID_INPUT', fields: [{ field }] });
});

test('an edit of a version that has moved on is refused with the version that there is [FES-03]', async () => {
  const { director, plan } = await programme();
  const { id: eventId, version } = await plan();
  const edit = (name: string, expectedVersion = version) =>
    director.desk.updateEvent({ requestId: newId(), eventId, expectedVersion, ...evening({ name }) });
  const { event } = await edit('Closing night');
  expect(event).toMatchObject({ name: 'Closing night', version: version + 1n });
  await expect(edit('Another night')).rejects.toMatchObject({
    ...{ code: Code.Aborted, reason: 'EVENT_CHANGED', metadata: { version: String(version + 1n) } },
  });
  expect((await edit('Another night', 0n)).event).toMatchObject({ name: 'Another night' });
});

test('a venue gives an event its place and capacity, which the event does not exceed [FES-11:venues]', async () => {
  const { festivalId, director, addVenue, plan, publish } = await programme();
  const venueId = await addVenue();
  const { id: eventId } = await plan({ eventVirtual: false, venueId });
  await publish(eventId);
  const seen = async () => (await festival.visitor().programme.getEvent({ eventId })).event;
  expect(await seen()).toMatchObject({ capacity: 120, venue: { id: venueId, ...hall } });
  await expect(plan({ eventVirtual: false, venueId, capacity: 121 })).rejects.toMatchObject({
    fields: [{ field: 'capacity' }],
  });

  await director.desk.saveVenue({ requestId: newId(), festivalId, venueId, ...hall, name: 'Lumen Cinema' });
  expect(await seen()).toMatchObject({ venue: { name: 'Lumen Cinema' } });
  const remove = (id: string) => director.desk.deleteVenue({ requestId: newId(), festivalId, venueId: id });
  await expect(remove(venueId)).rejects.toMatchObject({ reason: 'VENUE_IN_USE' });
  const other = await addVenue({ name: 'Attic' });
  const names = async () => (await director.desk.listVenues({ festivalId })).venues.map(({ name }) => name);
  expect(await names()).toEqual(['Attic', 'Lumen Cinema']);
  await remove(other);
  expect(await names()).toEqual(['Lumen Cinema']);
});

test('a venue of another organization is none', async () => {
  const [{ plan }, other] = [await programme(), await programme()];
  const venueId = await other.addVenue();
  await expect(plan({ eventVirtual: false, venueId })).rejects.toMatchObject({ fields: [{ field: 'venueId' }] });
});

test('events are listed in pages, what has ended apart [FES-11:schedule]', async () => {
  const { festivalId, director, plan, publish } = await programme();
  const day = (date: string) => ({
    ...{ name: date, startTime: timestampFromDate(new Date(`${date}T20:00:00Z`)) },
    endTime: timestampFromDate(new Date(`${date}T22:00:00Z`)),
  });
  for (const date of ['2026-11-26', '2026-11-24', '2026-11-25']) await publish((await plan(day(date))).id);
  const ended = await plan(day('2026-11-22'));
  await publish(ended.id);
  await festival.db.query('UPDATE events SET start_time = $2, end_time = $3 WHERE id = $1', [
    ...[ended.id, new Date('2026-11-19T20:00:00Z'), new Date('2026-11-19T22:00:00Z')],
  ]);
  await plan(day('2026-11-27'));
  const { programme: visitor } = festival.visitor();
  const names = async (request: object) =>
    (await visitor.listEvents({ festivalId, ...request })).events.map(({ name }) => name);
  expect(await names({})).toEqual(['2026-11-24', '2026-11-25', '2026-11-26']);
  expect(await names({ past: true })).toEqual(['2026-11-22']);
  const { nextCursor } = await visitor.listEvents({ festivalId, pageSize: 2 });
  expect(await names({ pageSize: 2, cursor: nextCursor })).toEqual(['2026-11-26']);
  const all = await director.desk.listFestivalEvents({ festivalId });
  expect(all.events.map(({ name }) => name)).toEqual([
    ...['2026-11-27', '2026-11-26', '2026-11-25', '2026-11-24', '2026-11-22'],
  ]);
});

test('the director, managers and programmers make the programme; others do not [FES-03]', async () => {
  const { festivalId, plan } = await programme();
  const as = async (role: string) => {
    const member = festival.viewer();
    await festival.db.query(
      'INSERT INTO team_members (festival_id, account_id, role, added_at, accepted_at) VALUES ($1, $2, $3, now(), now())',
      [festivalId, member.viewer.accountId, role],
    );
    return member;
  };
  for (const role of ['MANAGER', 'PROGRAMMER']) expect(await plan({}, await as(role))).toMatchObject({ festivalId });
  expect(await plan({}, festival.staff())).toMatchObject({ festivalId });
  for (const stranger of [await as('DOOR'), festival.viewer(), festival.director()]) {
    await expect(plan({}, stranger)).rejects.toMatchObject({ code: Code.PermissionDenied });
  }
});

test('my schedule holds what I starred until it has ended, and nothing of others [FES-11:my-schedule]', async () => {
  const { plan, publish } = await programme();
  const [first, draft] = [await plan(), await plan()];
  await publish(first.id);
  const viewer = festival.viewer();
  const star = (eventId: string, starred = true) => viewer.programme.starEvent({ eventId, starred });
  const mine = async () => (await viewer.programme.listMySchedule({})).events.map(({ id }) => id);
  await star(first.id);
  await star(first.id);
  await expect(star(draft.id)).rejects.toMatchObject({ reason: 'EVENT_NOT_FOUND' });
  expect(await mine()).toEqual([first.id]);
  expect((await festival.viewer().programme.listMySchedule({})).events).toEqual([]);
  await star(first.id, false);
  expect(await mine()).toEqual([]);
  await expect(festival.visitor().programme.starEvent({ eventId: first.id, starred: true })).rejects.toMatchObject({
    code: Code.Unauthenticated,
  });
});

/** How many changes of an event were published. */
const changesOf = async (eventId: string) =>
  (await festival.published(EventChangedSchema)).filter((change) => change.eventId === eventId).length;
/** Copies of a row of a table with ids of their own, as many as are asked for. */
const copies = (table: 'events' | 'venues', id: string, count: number) =>
  festival.db.query(
    `INSERT INTO ${table} SELECT (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid()))).*
     FROM ${table} t, generate_series(1, $2) WHERE t.id = $1`,
    [id, count],
  );

test('a step that was taken is taken once, and none is taken of an event that is over or cancelled [FES-03:steps]', async () => {
  const { director, plan, publish } = await programme();
  const { id: eventId } = await plan();
  await publish(eventId);
  await publish(eventId);
  const cancel = () => director.desk.cancelEvent({ requestId: newId(), eventId });
  await cancel();
  await cancel();
  expect(await changesOf(eventId)).toBe(3);
  await expect(
    director.desk.updateEvent({ requestId: newId(), eventId, ...evening({ name: 'Closing night' }) }),
  ).rejects.toMatchObject({ reason: 'EVENT_CANCELLED' });

  const { id: over } = await plan();
  await festival.db.query(
    "UPDATE events SET start_time = $2::timestamptz - interval '1 hour', end_time = $2 WHERE id = $1",
    [over, festival.clock.now()],
  );
  await expect(publish(over)).rejects.toMatchObject({ reason: 'EVENT_ENDED' });
  await director.desk.deleteEvent({ requestId: newId(), eventId: over });
  expect(await changesOf(over)).toBe(2);
});

test('a stranger takes no step, and what is not there is not found [FES-03:rights]', async () => {
  const { festivalId, director, plan, addVenue } = await programme();
  const { id: eventId } = await plan();
  const venueId = await addVenue();
  const named = (id: string) => ({ requestId: newId(), eventId: id });
  const steps = ({ desk }: Director, id: string, venue: string) => [
    () => desk.updateEvent({ ...named(id), ...evening() }),
    () => desk.publishEvent(named(id)),
    () => desk.cancelEvent(named(id)),
    () => desk.deleteEvent(named(id)),
    () => desk.saveBlock({ ...named(id), name: 'Shorts' }),
    () => desk.saveVenue({ requestId: newId(), festivalId, venueId: venue, ...hall }),
    () => desk.deleteVenue({ requestId: newId(), festivalId, venueId: venue }),
  ];
  for (const step of steps(festival.director(), eventId, venueId)) {
    await expect(step()).rejects.toMatchObject({ reason: 'ORGANIZATION_NOT_YOURS' });
  }
  for (const unknown of [newId(), 'x']) {
    for (const step of steps(director, unknown, unknown)) {
      await expect(step()).rejects.toMatchObject({ code: Code.NotFound });
    }
    await expect(director.programme.getEvent({ eventId: unknown })).rejects.toMatchObject({ code: Code.NotFound });
  }
});

test('a doorkeeper sees a draft and changes nothing; its page says so', async () => {
  const { festivalId, plan } = await programme();
  const { id: eventId } = await plan();
  const doorkeeper = festival.viewer();
  await festival.db.query(
    "INSERT INTO team_members (festival_id, account_id, role, added_at, accepted_at) VALUES ($1, $2, 'DOOR', now(), now())",
    [festivalId, doorkeeper.viewer.accountId],
  );
  expect(await doorkeeper.programme.getEvent({ eventId })).toMatchObject({ event: { id: eventId }, canManage: false });
});

test('a change of its venue is published for an event that is not over, which takes tickets where it names no capacity', async () => {
  const { festivalId, director, plan, publish, addVenue } = await programme();
  const venueId = await addVenue();
  const [next, past, elsewhere] = [
    await plan({ eventVirtual: false, venueId }),
    await plan({ eventVirtual: false, venueId }),
    await plan({ sellingTickets: true }),
  ];
  await festival.db.query(
    "UPDATE events SET start_time = $2::timestamptz - interval '1 hour', end_time = $2 WHERE id = $1",
    [past.id, festival.clock.now()],
  );
  await director.desk.saveVenue({ requestId: newId(), festivalId, venueId, ...hall, name: 'Lumen Cinema' });
  expect([await changesOf(next.id), await changesOf(past.id), await changesOf(elsewhere.id)]).toEqual([2, 1, 1]);
  await publish(elsewhere.id);
  const { type } = await director.types.createTicketType({
    ...{ requestId: newId(), festivalId, eventIds: [elsewhere.id], name: 'Full price', price: 0n, quantity: 20 },
    limitPerCustomer: 4,
  });
  expect(type?.quantity).toBe(20);
  // A capacity below what is offered by then.
  const change = (more: object) =>
    director.desk.updateEvent({ requestId: newId(), eventId: elsewhere.id, ...evening(more) });
  const before = await changesOf(elsewhere.id);
  await expect(change({ sellingTickets: true, capacity: 19 })).rejects.toMatchObject({ reason: expect.any(String) });
  await change({ sellingTickets: true, capacity: 20 });
  expect(await changesOf(elsewhere.id)).toBe(before + 1);
});

test('an organization has so many events and venues, and a person so many stars', async () => {
  const { plan, publish, addVenue } = await programme();
  const { eventsPerFestivalMax, venuesPerFestivalMax, starsPerPersonMax } = PROGRAMME_LIMITS;
  const { id: eventId } = await plan();
  await copies('events', eventId, eventsPerFestivalMax - 2);
  await publish((await plan()).id);
  await expect(plan()).rejects.toMatchObject({ reason: 'TOO_MANY_EVENTS' });
  await copies('venues', await addVenue(), venuesPerFestivalMax - 2);
  await addVenue();
  await expect(addVenue()).rejects.toMatchObject({ reason: 'TOO_MANY_VENUES' });

  const { viewer, programme: seen } = festival.viewer();
  const [first, second] = [await programme(), await programme()];
  const [one, other] = [await first.plan(), await second.plan()];
  await first.publish(one.id);
  await second.publish(other.id);
  await festival.db.query(
    `INSERT INTO starred_events (account_id, event_id, starred_at)
     SELECT $1, e.id, now() FROM events e JOIN events c ON c.festival_id = e.festival_id AND c.id = $2 LIMIT $3`,
    [viewer.accountId, eventId, starsPerPersonMax - 1],
  );
  await seen.starEvent({ eventId: one.id, starred: true });
  await expect(seen.starEvent({ eventId: other.id, starred: true })).rejects.toMatchObject({
    reason: 'TOO_MANY_STARS',
  });
});

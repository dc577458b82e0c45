import { create } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { BallotType } from '@marquee/contracts/festival/v1/vote_pb';
import { CountEventViewersResponseSchema } from '@marquee/contracts/film/v1/notice_facts_pb';
import { newId } from '@marquee/data/ids';
import { eventually } from '@marquee/testing/eventually';
import { silentLog } from '@marquee/testing/silent-log';
import * as attendances from '../attendance/attendances.ts';
import * as tallies from '../tallies/tallies.ts';
import { type FestivalUnderTest, festivalService, VIEWERS_OF_EVENT } from '../testing/festival-service.ts';
import { eventWithBlock } from '../testing/planned-events.ts';
import { PRICE, ticketScene } from '../testing/ticket-scene.ts';
import { createEventViewers } from './event-viewers.ts';

const HOUR_MS = 3_600_000;

let festival: FestivalUnderTest;
let scene: ReturnType<typeof ticketScene>;
beforeAll(async () => {
  festival = await festivalService({ PAYMENT_PROVIDER: 'test' });
  scene = ticketScene(festival);
});

const attend = (eventId: string, source: attendances.AttendanceSource, accountId: string = newId()) =>
  festival.db.transaction((tx) => attendances.add(tx, { eventId, accountId, source, at: festival.clock.now() }));

test('a dashboard has what was sold today, in all, by type and by hour, who came, who watches and the revenue [FES-12]', async () => {
  const { festivalId, director, eventId, typeId } = await scene.sale({ refundHours: 1 }, { startsIn: 30 });
  const other = await scene.event(festivalId, { startsIn: 50, name: 'Closing night' });
  const freeId = await scene.ticketType(director, festivalId, [other], { name: 'Guests', price: 0n });
  const first = await scene.bought(typeId, { quantity: 3 });
  festival.clock.advance(26 * HOUR_MS);
  await scene.bought(typeId, { quantity: 2 });
  await first.buyer.checkout.refundTicketOrder({ requestId: newId(), orderId: first.orderId });
  await scene.open(festival.viewer(), freeId, { price: 0n, quantity: 4 });

  const ofEvent = async () => (await director.dashboards.getEventDashboard({ eventId })).figures;
  const figures = await ofEvent();
  expect(figures).toMatchObject({ ticketsToday: -1, tickets: 2, returned: 3, timeZone: 'Europe/Lisbon' });
  expect(figures?.revenue).toMatchObject({ sales: 2n, refunds: 1n, earnings: 2n * PRICE - (2n * PRICE) / 5n });
  expect(figures?.types).toMatchObject([
    { id: typeId, tickets: 2, quantity: 20, amount: 2n * PRICE, pass: false, eventName: '' },
  ]);
  expect(figures?.hours.map(({ tickets, amount }) => [tickets, amount])).toEqual([
    [3, 3n * PRICE],
    [-1, -PRICE],
  ]);
  // It has not begun: nobody is asked for.
  expect(figures).toMatchObject({ doors: 0, watched: 0, viewersNow: 0, viewersUnknown: false });

  festival.clock.advance(5 * HOUR_MS);
  const again = newId();
  await attend(eventId, 'SCAN', again);
  await attend(eventId, 'SCAN', again);
  await attend(eventId, 'SCAN');
  await attend(eventId, 'WATCHED');
  expect(await ofEvent()).toMatchObject({ doors: 2, watched: 1, viewersNow: VIEWERS_OF_EVENT });
  const passId = await scene.ticketType(director, festivalId, [eventId, other], { name: 'Both nights' });
  const before = await director.dashboards.getFestivalDashboard({ festivalId });
  // Types of the same name are distinguished by their events.
  expect(before.figures?.types.map(({ id, eventName, pass }) => [id, eventName, pass])).toEqual([
    [freeId, 'Closing night', false],
    [typeId, 'Opening night', false],
    [passId, '', true],
  ]);
  expect(before.figures).toMatchObject({ tickets: 6, doors: 2, watched: 1, viewersNow: VIEWERS_OF_EVENT });
  expect(before.events).toMatchObject([
    { id: eventId, tickets: 2, doors: 2, watched: 1 },
    { id: other, tickets: 4, doors: 0 },
  ]);
  await tallies.fold(festival.db);
  const {
    asOf: _asOf,
    version: _version,
    ...folded
  } = (await director.dashboards.getFestivalDashboard({ festivalId })).figures ?? {};
  const { asOf: _before, version: _first, ...unfolded } = before.figures ?? {};
  expect(folded).toEqual(unfolded);
});

test('in a time zone off the full hour, today begins at its midnight, and sales of an hour are one bar [FES-12]', async () => {
  const { director, eventId, typeId } = await scene.sale({}, { startsIn: 72 });
  await festival.db.query("UPDATE events SET time_zone = 'Asia/Kolkata' WHERE id = $1", [eventId]);
  // Ten minutes to midnight in India, which is half past six in the evening of UTC.
  const before = new Date(festival.clock.now().getTime() + 24 * HOUR_MS);
  before.setUTCHours(18, 20, 0, 0);
  festival.clock.advance(before.getTime() - festival.clock.now().getTime());
  await scene.bought(typeId);
  festival.clock.advance(HOUR_MS / 4);
  await scene.bought(typeId, { quantity: 2 });
  const { figures } = await director.dashboards.getEventDashboard({ eventId });
  expect(figures).toMatchObject({ timeZone: 'Asia/Kolkata', ticketsToday: 2, tickets: 3 });
  const hour = timestampFromDate(new Date(before.setUTCHours(18, 0, 0, 0)));
  expect(figures?.hours).toMatchObject([{ hour, tickets: 3, amount: 3n * PRICE }]);
});

/** The pages that follow a topic hear of it. */
function listening(topic: string) {
  const heard = { count: 0 };
  const stop = festival.platform.signals.subscribe(topic, () => {
    heard.count += 1;
  });
  return { heard, stop };
}

test('what is sold is announced to the pages of the organization and of the event [FES-12:live]', async () => {
  const { festivalId, eventId, typeId } = await scene.sale();
  const all = [listening(`dashboard:${festivalId}`), listening(`event-dashboard:${eventId}`)];
  await scene.bought(typeId);
  await eventually(async () => all.every(({ heard }) => heard.count > 0));
  for (const { stop } of all) stop();
});

test('votes are only counted while they are hidden, and what leads is shown once they are counted [FES-12:votes]', async () => {
  const { eventId, blockId, director, filmIds } = await eventWithBlock(festival, ['Salt', 'Amber']);
  const inHours = (hours: number) => timestampFromDate(new Date(festival.clock.now().getTime() + hours * HOUR_MS));
  const times = { opensAt: inHours(0), closesAt: inHours(2) };
  await director.votes.saveBallot({ requestId: newId(), eventId, blockId, type: BallotType.CHOICE, ...times });
  const { heard, stop } = listening(`event-dashboard:${eventId}`);
  for (const filmId of [filmIds[1] ?? '', filmIds[1] ?? '', filmIds[0] ?? '']) {
    await festival.viewer().votes.castVote({ eventId, blockId, filmId, score: 0 });
  }
  const ballots = async () => (await director.dashboards.getEventDashboard({ eventId })).figures?.ballots ?? [];
  await eventually(async () => (await ballots())[0]?.votes === 3n);
  expect([heard.count > 0, (await ballots())[0]]).toMatchObject([true, { counted: false, leadingFilmTitle: '' }]);
  stop();
  festival.clock.advance(3 * HOUR_MS);
  await eventually(async () => (await ballots())[0]?.counted);
  expect(await ballots()).toMatchObject([{ votes: 3n, leadingFilmTitle: 'Amber' }]);
});

test('a dashboard is for director, managers and staff', async () => {
  const { festivalId, eventId } = await scene.sale();
  const stranger = festival.viewer();
  await expect(stranger.dashboards.getFestivalDashboard({ festivalId })).rejects.toMatchObject({
    reason: 'ORGANIZATION_NOT_YOURS',
  });
  await expect(stranger.dashboards.getEventDashboard({ eventId })).rejects.toMatchObject({
    reason: 'ORGANIZATION_NOT_YOURS',
  });
  expect((await festival.staff().dashboards.getEventDashboard({ eventId })).eventName).toBe('Opening night');
});

test('film is asked who watches once in ten seconds for the same events, and what it does not say is unknown', async () => {
  let now = 0;
  const asked: string[][] = [];
  const warned: string[] = [];
  let isThere = true;
  const viewers = createEventViewers({
    films: {
      countEventViewers: async ({ eventIds = [] }) => {
        asked.push([...eventIds]);
        if (!isThere) throw new Error('film is not there');
        return create(CountEventViewersResponseSchema, { viewers: asked.length });
      },
    },
    clock: { now: () => new Date(now) },
    log: { ...silentLog, warn: (_about: object, text: string) => void warned.push(text) } as typeof silentLog,
  });
  expect(await viewers.count([])).toBe(0);
  expect([await viewers.count(['a', 'b']), await viewers.count(['b', 'a'])]).toEqual([1, 1]);
  now = 9_999;
  expect(await viewers.count(['a', 'b'])).toBe(1);
  now = 10_000;
  expect(await viewers.count(['a', 'b'])).toBe(2);
  isThere = false;
  expect(await viewers.count(['c'])).toBeUndefined();
  expect(warned).toEqual(['film did not say who watches events']);
  isThere = true;
  // Of 200 answers that are kept the oldest goes first.
  for (let n = 0; n < 198; n += 1) await viewers.count([`other ${n}`]);
  const before = asked.length;
  await viewers.count(['a', 'b']);
  expect(asked.length).toBe(before);
  await viewers.count(['one more']);
  await viewers.count(['a', 'b']);
  expect(asked.length).toBe(before + 2);
});

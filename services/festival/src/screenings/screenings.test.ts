import { EventChangedSchema } from '@marquee/contracts/events/v1/festival_pb';
import { newId } from '@marquee/data/ids';
import { viewers } from '@marquee/testing/viewers';
import { type FestivalUnderTest, festivalService } from '../testing/festival-service.ts';
import { eventWithBlock } from '../testing/planned-events.ts';
import { ticketScene } from '../testing/ticket-scene.ts';

let festival: FestivalUnderTest;
beforeAll(async () => {
  festival = await festivalService({ PAYMENT_PROVIDER: 'test' });
});

const film = () => festival.caller(viewers.service('film')).screenings;
const latest = async (eventId: string) =>
  (await festival.published(EventChangedSchema)).findLast((event) => event.eventId === eventId)?.screening;

test('each change of an event publishes what it shows, when, and whether its tickets let people watch [FES-03:screening]', async () => {
  const { eventId, director, filmIds } = await eventWithBlock(festival, ['Night Ferry', 'Day Boat']);
  await director.desk.saveBlock({ requestId: newId(), eventId, blockId: '', name: 'Late' });
  expect(await latest(eventId)).toMatchObject({ eventId, open: true, filmIds, preRollVideoUri: '' });

  const { event } = await director.programme.getEvent({ eventId });
  const first = event?.blocks[0];
  const late = event?.blocks[1]?.id ?? '';
  // A film that is in two blocks counts once, at its first place.
  await festival.db.query(
    'INSERT INTO block_films (id, block_id, film_id, position) VALUES (gen_random_uuid(), $1, $2, 1)',
    [late, filmIds[1]],
  );
  const blockFilmId = first?.films[0]?.id ?? '';
  await director.desk.deleteBlockFilm({ requestId: newId(), eventId, blockFilmId });
  expect((await latest(eventId))?.filmIds).toEqual([filmIds[1]]);

  await director.desk.updateEvent({
    ...{ requestId: newId(), eventId, name: 'Opening night', eventVirtual: true, timeZone: 'Europe/Lisbon' },
    ...{ startTime: event?.startTime, endTime: event?.endTime },
    ...{ preRollVideoUri: 'https://lumen.example/welcome.mp4', preRollDuration: 12 },
  });
  const welcome = { preRollVideoUri: 'https://lumen.example/welcome.mp4', preRollDuration: 12 };
  expect(await latest(eventId)).toMatchObject({ ...welcome, startTime: event?.startTime, endTime: event?.endTime });

  await director.desk.cancelEvent({ requestId: newId(), eventId });
  expect((await latest(eventId))?.open).toBe(false);
});

test('an event at a venue lets nobody watch by its tickets', async () => {
  const { id: festivalId, director } = await festival.organization();
  const { venue } = await director.desk.saveVenue({
    ...{ requestId: newId(), festivalId, name: 'The Hall', country: 'PT', timeZone: 'Europe/Lisbon', capacity: 90 },
  });
  const start = festival.clock.now().getTime() + 3_600_000;
  const at = (ms: number) => ({ seconds: BigInt(Math.floor((start + ms) / 1_000)), nanos: 0 });
  const { event } = await director.desk.createEvent({
    ...{ requestId: newId(), festivalId, name: 'Matinee', timeZone: 'Europe/Lisbon', venueId: venue?.id ?? '' },
    ...{ startTime: at(0), endTime: at(7_200_000) },
  });
  await director.desk.publishEvent({ requestId: newId(), eventId: event?.id ?? '' });
  expect((await latest(event?.id ?? ''))?.open).toBe(false);
});

test('film reads all events and tickets, page by page, to begin its copy; nobody else does', async () => {
  const { sale, bought } = ticketScene(festival);
  const { eventId, typeId } = await sale();
  const { buyer } = await bought(typeId, { quantity: 2 });

  const eventIds: string[] = [];
  let cursor = '';
  do {
    const page = await film().exportScreenings({ pageSize: 1, cursor });
    eventIds.push(...page.screenings.map((screening) => screening.eventId));
    cursor = page.nextCursor;
  } while (cursor !== '');
  expect(eventIds).toContain(eventId);
  expect(new Set(eventIds).size).toBe(eventIds.length);

  const { tickets } = await film().exportUserTickets({ pageSize: 100 });
  const mine = tickets.filter((ticket) => ticket.eventId === eventId);
  expect(mine).toMatchObject([
    { accountId: buyer.viewer.accountId, valid: true, version: 1n },
    { accountId: buyer.viewer.accountId, valid: true, version: 1n },
  ]);
  await expect(festival.staff().screenings.exportUserTickets({ pageSize: 1 })).rejects.toThrow();
  await expect(
    festival.caller(viewers.service('media')).screenings.exportScreenings({ pageSize: 1 }),
  ).rejects.toThrow();
});

import { create } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { EventChangedSchema } from '@marquee/contracts/events/v1/festival_pb';
import { EventFilmWatchedSchema } from '@marquee/contracts/events/v1/film_pb';
import { PrimaryAction } from '@marquee/contracts/film/v1/watch_pb';
import { newId } from '@marquee/data/ids';
import { film, filmId, play } from '../testing/playing.ts';
import { ticketedEvent } from '../testing/ticketed-event.ts';

const HOUR_MS = 3_600_000;

test('a ticket to a virtual event lets its holder watch its films from its start until its end, to the millisecond [TIC-04:right]', async () => {
  const lover = film.lover();
  const event = await ticketedEvent(film, { filmIds: [filmId], startsInMs: HOUR_MS, lengthMs: 2 * HOUR_MS });
  await event.give(lover);
  const accessOf = async () => (await lover.watch.getFilmAccess({ filmId })).access;

  film.clock.advance(HOUR_MS - 1);
  expect(await accessOf()).toMatchObject({ valid: false, reason: 'UNLOCK_REQUIRED' });
  film.clock.advance(1);
  const ends = timestampFromDate(new Date(film.clock.now().getTime() + 2 * HOUR_MS));
  expect(await accessOf()).toMatchObject({ valid: true, action: PrimaryAction.WATCH, expireAt: ends });
  expect((await film.lover().watch.getFilmAccess({ filmId })).access).toMatchObject({ valid: false });

  const { playTo } = await play(lover);
  expect((await playTo(1_000, 1, 2 * HOUR_MS - 1)).access).toMatchObject({ valid: true });
  expect((await playTo(2_000, 1, 1)).access).toMatchObject({ valid: false, signedUrl: '' });
});

test('a refund and a gift end what was watched by the ticket, and tell its holder at once [TIC-04:right]', async () => {
  const [giver, receiver] = [film.lover(), film.lover()];
  const event = await ticketedEvent(film, { filmIds: [filmId] });
  const ticket = await event.give(giver);
  const heard: string[] = [];
  const stop = film.platform.signals.subscribe(`account:${giver.viewer.accountId}`, ({ topic }) => heard.push(topic));
  const { playTo } = await play(giver);
  expect((await playTo(1_000, 1_000)).access).toMatchObject({ valid: true });

  await ticket.gaveTo(receiver);
  expect((await playTo(2_000, 1_000)).access).toMatchObject({ valid: false, reason: 'UNLOCK_REQUIRED' });
  expect(heard).toHaveLength(1);
  stop();
  const { playTo: receiverPlaysTo } = await play(receiver);

  await ticket.refunded();
  expect((await receiverPlaysTo(1_000, 1_000)).access).toMatchObject({ valid: false });
  await expect(play(receiver)).rejects.toMatchObject({ reason: 'UNLOCK_REQUIRED' });
});

test('an event that is closed or shows the film no more lets nobody watch; what festival says may arrive in any order [TIC-04:right]', async () => {
  const lover = film.lover();
  const valid = async () => (await lover.watch.getFilmAccess({ filmId })).access?.valid;
  // Festival's events of the event and of the ticket arrive in any order.
  const event = await ticketedEvent(film, { filmIds: [filmId], announced: false });
  await event.give(lover);
  expect(await valid()).toBe(false);
  await event.say({});
  expect(await valid()).toBe(true);

  await event.say({ filmIds: [newId()] });
  expect(await valid()).toBe(false);
  await event.say({ filmIds: [filmId, newId()] });
  expect(await valid()).toBe(true);
  await event.say({ open: false });
  expect(await valid()).toBe(false);
  // An older event that arrives late changes nothing.
  await event.say({ open: true }, 1n);
  expect(await valid()).toBe(false);
});

test('a release that knows nothing of screenings yet changes nothing', async () => {
  const lover = film.lover();
  const event = await ticketedEvent(film, { filmIds: [filmId] });
  await event.give(lover);
  await film.deliver(
    EventChangedSchema,
    create(EventChangedSchema, { eventId: event.id, festivalId: newId() }),
    event.id,
    90n,
  );
  expect((await lover.watch.getFilmAccess({ filmId })).access?.valid).toBe(true);
});

test('a ticket does not open a film where it is unavailable [TIC-04:right] [WAT-03]', async () => {
  const lover = film.lover();
  const event = await ticketedEvent(film, { filmIds: [filmId] });
  await event.give(lover);
  await film.db.query('UPDATE films SET blocked_locations = $2 WHERE id = $1', [
    filmId,
    JSON.stringify([{ country: 'PT' }]),
  ]);
  expect((await lover.watch.getFilmAccess({ filmId })).access).toMatchObject({
    valid: false,
    reason: 'REGION_UNAVAILABLE',
  });
});

test('a premiere with a price needs a ticket, and begins for its holders when it starts [WAT-04:ticket]', async () => {
  const startsAt = new Date(film.clock.now().getTime() + HOUR_MS);
  await film.db.query(
    `UPDATE films SET release_type = 'SCREENING', screening_start_time = $2, is_free = false, usd_cost = 500 WHERE id = $1`,
    [filmId, startsAt],
  );
  const lover = film.lover();
  const accessOf = async () => (await lover.watch.getFilmAccess({ filmId })).access;
  const needed = {
    valid: false,
    action: PrimaryAction.GET_TICKET,
    message: 'You need to purchase a ticket to join this premiere.',
  };
  expect(await accessOf()).toMatchObject(needed);

  const event = await ticketedEvent(film, { filmIds: [filmId], startsInMs: HOUR_MS, lengthMs: HOUR_MS });
  const ticket = await event.give(lover);
  expect(await accessOf()).toMatchObject({ valid: false, reason: 'SCREENING_NOT_STARTED' });
  film.clock.advance(HOUR_MS);
  expect(await accessOf()).toMatchObject({ valid: true });
  await ticket.refunded();
  expect(await accessOf()).toMatchObject(needed);
});

test('who watched 70% of a film at an event is published once, over all sessions; who watched less or by an unlock is not [FES-10:watched]', async () => {
  const [lover, short, other] = [film.lover(), film.lover(), film.lover()];
  const event = await ticketedEvent(film, { filmIds: [filmId] });
  for (const holder of [lover, short]) await event.give(holder);
  await other.watch.unlockFilm({ requestId: newId(), filmId });
  const watched = async () => (await film.published(EventFilmWatchedSchema)).filter((one) => one.filmId === filmId);
  const written = async (viewer: typeof lover) => viewer.watch.getPlaybackProgress({ filmId });

  // A film of 600 s.
  const first = await play(lover);
  await first.playTo(300_000, 300_000);
  const [unlocked, less] = [await play(other), await play(short)];
  film.clock.advance(600_000);
  await unlocked.playTo(600_000, 600_000, 1);
  await less.playTo(419_000, 419_000, 1);
  const second = await play(lover);
  await second.playTo(119_000, 119_000);
  for (const viewer of [lover, short, other]) await written(viewer);
  expect(await watched()).toEqual([]);

  await second.playTo(120_000, 120_000, 1_000);
  await written(lover);
  const { accountId } = lover.viewer;
  expect(await watched()).toMatchObject([{ eventId: event.id, filmId, accountId }]);
  await second.playTo(180_000, 180_000, 60_000);
  await written(lover);
  expect(await watched()).toHaveLength(1);
});

test('the pre-roll of an event plays before its films for holders of its tickets, and a view counts that much later [WAT-05:ticket] [WAT-07:pre-roll]', async () => {
  const lover = film.lover();
  const welcome = { preRollVideoUri: 'https://lumen.example/welcome.mp4', preRollDuration: 30 };
  const event = await ticketedEvent(film, { filmIds: [filmId], ...welcome });
  await event.give(lover);
  const { started, playTo, mark } = await play(lover);
  expect(started).toMatchObject(welcome);

  // A minute of the film was played, says the player, when the pre-roll alone took half of that time.
  await playTo(30_000, 30_000);
  await playTo(60_000, 60_000, 30_000);
  expect(await mark(60_000)).toMatchObject({ counted: false });
  film.clock.advance(30_000);
  expect(await mark(60_000)).toMatchObject({ counted: true });

  // Who has it by an unlock sees none.
  const other = film.lover();
  await other.watch.unlockFilm({ requestId: newId(), filmId });
  expect((await play(other)).started).toMatchObject({ preRollVideoUri: '', preRollDuration: 0 });
});

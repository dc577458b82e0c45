import { type Timestamp, timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { ReleaseType } from '@marquee/contracts/film/v1/film_pb';
import { ReactionKind } from '@marquee/contracts/film/v1/premiere_pb';
import { newId } from '@marquee/data/ids';
import type { Signal } from '@marquee/runtime/signals';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { type FilmHarness, filmService } from '../testing/film-service.ts';
import { startProgrammeDouble } from '../testing/programme-double.ts';
import { ticketedEvent } from '../testing/ticketed-event.ts';

const MINUTE_MS = 60_000;
let film: FilmHarness;
let managers: Map<string, string>;
beforeAll(async () => {
  const programme = await startProgrammeDouble({ now: () => film.clock.now() });
  managers = programme.managers;
  film = await filmService({ PAYMENT_PROVIDER: 'test' }, { festival: programme.address });
});

const ms = (time: Timestamp | undefined) => time && timestampDate(time).getTime() - film.clock.now().getTime();

/** A film of ten minutes that has its premiere in an hour, free unless it has a price. */
async function premiere({ inMs = 60 * MINUTE_MS, usdCost = 0n } = {}) {
  const maker = film.maker();
  const filmId = await film.releasedFilm(maker);
  const screeningStartTime = timestampFromDate(new Date(film.clock.now().getTime() + inMs));
  await maker.studio.updateFilm({
    ...{ requestId: newId(), filmId, releaseType: ReleaseType.SCREENING, screeningStartTime },
  });
  if (usdCost > 0n)
    await film.db.query('UPDATE films SET is_free = false, usd_cost = $2 WHERE id = $1', [filmId, usdCost]);
  return { maker, filmId };
}

/** The signals of a premiere from now on. */
function signalsOf(filmId: string): Signal[] {
  const heard: Signal[] = [];
  const stop = film.platform.signals.subscribe(`premiere:${filmId}`, (signal) => heard.push(signal));
  atEnd(async () => stop());
  return heard;
}

test('everybody learns when a premiere begins, by the clock of the server [WAT-04:start]', async () => {
  const { filmId } = await premiere();
  const visitor = film.visitor().premieres;
  const { premiere: found, now } = await visitor.getPremiere({ filmId });
  expect(ms(found?.startsAt)).toBe(60 * MINUTE_MS);
  expect(ms(now)).toBe(0);
  expect(found).toMatchObject({
    ...{ filmId, durationMs: 600_000, stopped: false, filmReady: true, needsTicket: false },
    ...{ eventId: '', preRollVideoUri: '', preRollDuration: 0 },
  });
  expect(ms((await visitor.getServerTime({})).now)).toBe(0);

  const other = await film.releasedFilm(film.maker());
  const none = { code: Code.NotFound, reason: 'PREMIERE_NOT_FOUND', message: 'This film has no premiere.' };
  await expect(visitor.getPremiere({ filmId: other })).rejects.toMatchObject(none);
  await expect(film.lover().premieres.attendPremiere({ filmId: other })).rejects.toMatchObject(none);
});

test('a ticket opens the lobby of a premiere with a price, whose event gives it a pre-roll [WAT-04:ticket] [WAT-05:premiere]', async () => {
  const { filmId } = await premiere({ usdCost: 500n });
  const [holder, other] = [film.lover(), film.lover()];
  const event = await ticketedEvent(film, {
    ...{ filmIds: [filmId], startsInMs: 50 * MINUTE_MS, lengthMs: 60 * MINUTE_MS },
    ...{ preRollVideoUri: 'https://lumen.example/welcome.mp4', preRollDuration: 30 },
  });
  const ticket = await event.give(holder);
  const found = (await film.visitor().premieres.getPremiere({ filmId })).premiere;
  expect(found).toMatchObject({
    ...{ needsTicket: true, eventId: event.id },
    ...{ preRollVideoUri: 'https://lumen.example/welcome.mp4', preRollDuration: 30 },
  });

  expect((await holder.premieres.attendPremiere({ filmId })).access).toMatchObject({ valid: true });
  expect((await other.premieres.attendPremiere({ filmId })).access).toMatchObject({
    ...{ valid: false, reason: 'TICKET_REQUIRED' },
    message: 'You need to purchase a ticket to join this premiere.',
  });
  await expect(other.premieres.reactToPremiere({ filmId, kind: ReactionKind.LOVE })).rejects.toMatchObject({
    code: Code.FailedPrecondition,
    reason: 'TICKET_REQUIRED',
  });
  expect(await holder.premieres.attendPremiere({ filmId })).toMatchObject({ here: 2, askAgainMs: 15_000 });
  await ticket.refunded();
  expect((await holder.premieres.attendPremiere({ filmId })).access).toMatchObject({ valid: false });
});

test('a delay moves the start for everybody and is signalled with the new time; playback waits for it [WAT-13:delay]', async () => {
  const { maker, filmId } = await premiere({ inMs: 0 });
  const lover = film.lover();
  await lover.watch.unlockFilm({ requestId: newId(), filmId });
  const { playbackSessionId } = await lover.watch.startPlayback({ requestId: newId(), filmId, inStep: true });
  const beat = () => lover.watch.heartbeat({ playbackSessionId, positionMs: 0, playedMs: 0 });
  expect((await beat()).access).toMatchObject({ valid: true });

  const heard = signalsOf(filmId);
  const { startsAt, version } = await maker.premieres.delayPremiere({ requestId: newId(), filmId, minutes: 5 });
  expect(ms(startsAt)).toBe(5 * MINUTE_MS);
  const said = {
    version: String(version),
    data: { startsAt: timestampDate(startsAt as Timestamp).toISOString(), stopped: '' },
  };
  await eventually(async () => expect(heard).toContainEqual(expect.objectContaining(said)));
  expect((await beat()).access).toMatchObject({ valid: false, reason: 'SCREENING_NOT_STARTED' });
  // Who lost the signal learns by the next call.
  expect(ms((await lover.premieres.attendPremiere({ filmId })).startsAt)).toBe(5 * MINUTE_MS);
  film.clock.advance(5 * MINUTE_MS);
  expect((await beat()).access).toMatchObject({ valid: true });

  film.clock.advance(11 * MINUTE_MS);
  await expect(maker.premieres.delayPremiere({ requestId: newId(), filmId, minutes: 5 })).rejects.toMatchObject({
    code: Code.FailedPrecondition,
    reason: 'PREMIERE_OVER',
  });
  await expect(maker.premieres.delayPremiere({ requestId: newId(), filmId, minutes: 121 })).rejects.toMatchObject({
    reason: 'INVALID_INPUT',
  });
});

test('a stop ends playback for everybody until the premiere has another time [WAT-13:stop]', async () => {
  const { filmId } = await premiere({ inMs: 0 });
  const [lover, staff] = [film.lover(), film.staff()];
  await lover.watch.unlockFilm({ requestId: newId(), filmId });
  const { playbackSessionId } = await lover.watch.startPlayback({ requestId: newId(), filmId, inStep: true });
  const beat = () => lover.watch.heartbeat({ playbackSessionId, positionMs: 0, playedMs: 0 });

  const heard = signalsOf(filmId);
  const { version } = await staff.premieres.stopPremiere({ requestId: newId(), filmId });
  await eventually(async () =>
    expect(heard).toContainEqual(
      expect.objectContaining({ version: String(version), data: expect.objectContaining({ stopped: 'yes' }) }),
    ),
  );
  const stopped = { valid: false, reason: 'PREMIERE_STOPPED', message: 'This premiere was stopped.' };
  expect((await beat()).access).toMatchObject(stopped);
  expect(await lover.premieres.attendPremiere({ filmId })).toMatchObject({ stopped: true, access: stopped });
  await expect(lover.watch.startPlayback({ requestId: newId(), filmId })).rejects.toMatchObject({
    reason: 'PREMIERE_STOPPED',
  });
  const { actions } = await staff.moderation.listFilmActions({ filmId });
  expect(actions[0]?.changes.map(({ field }) => field)).toEqual(['premiereStoppedAt']);

  await staff.premieres.delayPremiere({ requestId: newId(), filmId, minutes: 1 });
  film.clock.advance(MINUTE_MS);
  expect((await beat()).access).toMatchObject({ valid: true });
});

test('staff, the maker and who makes the programme of its event change a premiere, and nobody else [WAT-13:host]', async () => {
  const { filmId } = await premiere();
  const event = await ticketedEvent(film, { filmIds: [filmId], startsInMs: 50 * MINUTE_MS });
  const [director, other] = [film.maker(), film.maker()];
  managers.set(event.id, director.viewer.accountId);
  const refused = {
    ...{ code: Code.PermissionDenied, reason: 'PREMIERE_NOT_YOURS' },
    message: 'Only staff and the organization of the event can change this premiere.',
  };
  await expect(other.premieres.delayPremiere({ requestId: newId(), filmId, minutes: 5 })).rejects.toMatchObject(
    refused,
  );
  await expect(other.premieres.stopPremiere({ requestId: newId(), filmId })).rejects.toMatchObject(refused);
  await director.premieres.delayPremiere({ requestId: newId(), filmId, minutes: 5 });
  await director.premieres.stopPremiere({ requestId: newId(), filmId });
  expect((await film.visitor().premieres.getPremiere({ filmId })).premiere?.stopped).toBe(true);

  const alone = await premiere();
  await expect(director.premieres.stopPremiere({ requestId: newId(), filmId: alone.filmId })).rejects.toMatchObject(
    refused,
  );
});

test('a delayed premiere is watchable by ticket to its own end, past the end of its event [WAT-13:delay] [TIC-04:right]', async () => {
  const { maker, filmId } = await premiere({ inMs: 0, usdCost: 500n });
  const holder = film.lover();
  const event = await ticketedEvent(film, { filmIds: [filmId], lengthMs: 12 * MINUTE_MS, preRollDuration: 60 });
  await event.give(holder);
  await maker.premieres.delayPremiere({ requestId: newId(), filmId, minutes: 10 });
  // A pre-roll of a minute, a film of ten, and a minute for who is behind.
  const end = new Date(film.clock.now().getTime() + 22 * MINUTE_MS);
  film.clock.advance(10 * MINUTE_MS);
  expect((await holder.watch.getFilmAccess({ filmId })).access).toMatchObject({
    ...{ valid: true, expireAt: timestampFromDate(end) },
  });
});

test('who is there is counted while they call, and reactions are sent together, once a second [WAT-13:presence]', async () => {
  const { filmId } = await premiere();
  const heard = signalsOf(filmId);
  const [one, two] = [film.lover(), film.lover()];
  for (const lover of [one, two]) await lover.premieres.attendPremiere({ filmId });
  for (const kind of [ReactionKind.APPLAUSE, ReactionKind.APPLAUSE, ReactionKind.LOVE]) {
    await one.premieres.reactToPremiere({ filmId, kind });
  }
  await eventually(async () => {
    const sums = heard.map(({ data }) => data);
    expect(sums.at(-1)?.here).toBe('2');
    const sent = (kind: string) => sums.reduce((sum, data) => sum + Number(data[kind] ?? 0), 0);
    expect([sent('APPLAUSE'), sent('LOVE')]).toEqual([2, 1]);
  });
  // Nothing says who they are.
  expect(JSON.stringify(heard)).not.toContain(one.viewer.accountId);

  for (let sent = 3; sent < 10; sent++) await one.premieres.reactToPremiere({ filmId, kind: ReactionKind.WOW });
  await expect(one.premieres.reactToPremiere({ filmId, kind: ReactionKind.WOW })).rejects.toMatchObject({
    ...{ code: Code.ResourceExhausted, reason: 'RATE_LIMITED' },
  });
  await two.premieres.reactToPremiere({ filmId, kind: ReactionKind.TEARS });
  await expect(two.premieres.reactToPremiere({ filmId, kind: ReactionKind.UNSPECIFIED })).rejects.toMatchObject({
    reason: 'INVALID_INPUT',
  });
});

test('a premiere of a film that nobody finds is for its maker alone [WAT-13:rights]', async () => {
  const { maker, filmId } = await premiere();
  await film.db.query('UPDATE films SET published = false WHERE id = $1', [filmId]);
  const lover = film.lover();
  const asks = [
    () => film.visitor().premieres.getPremiere({ filmId }),
    () => lover.premieres.attendPremiere({ filmId }),
    () => lover.premieres.stopPremiere({ requestId: newId(), filmId }),
  ];
  for (const ask of asks) await expect(ask()).rejects.toMatchObject({ reason: 'FILM_NOT_AVAILABLE' });
  expect((await maker.premieres.attendPremiere({ filmId })).access).toMatchObject({ valid: true, preview: true });
  await maker.premieres.stopPremiere({ requestId: newId(), filmId });
});

test('who may not come in is not counted, and a film without a premiere has none to stop [WAT-13:rights]', async () => {
  const { maker, filmId } = await premiere({ usdCost: 500n });
  expect((await film.lover().premieres.attendPremiere({ filmId })).here).toBe(0);
  const other = await film.releasedFilm(maker);
  for (const { premieres } of [maker, film.maker()]) {
    await expect(premieres.stopPremiere({ requestId: newId(), filmId: other })).rejects.toMatchObject({
      reason: 'PREMIERE_NOT_FOUND',
    });
  }
});

test('a premiere is stopped once, and has another time also after it would have ended [WAT-13:delay] [WAT-13:stop]', async () => {
  const { maker, filmId } = await premiere({ inMs: 0 });
  const stop = () => maker.premieres.stopPremiere({ requestId: newId(), filmId });
  const { version } = await stop();
  expect((await stop()).version).toBe(version);
  film.clock.advance(20 * MINUTE_MS);
  const { startsAt } = await maker.premieres.delayPremiere({ requestId: newId(), filmId, minutes: 1 });
  expect(ms(startsAt)).toBe(MINUTE_MS);
  expect((await film.visitor().premieres.getPremiere({ filmId })).premiere?.stopped).toBe(false);
});

test('an event that does not open any more gives a premiere no pre-roll [WAT-05:premiere]', async () => {
  const { filmId } = await premiere();
  const event = { filmIds: [filmId], startsInMs: 50 * MINUTE_MS, lengthMs: 60 * MINUTE_MS };
  await ticketedEvent(film, {
    ...event,
    open: false,
    preRollVideoUri: 'https://lumen.example/a.mp4',
    preRollDuration: 9,
  });
  expect((await film.visitor().premieres.getPremiere({ filmId })).premiere).toMatchObject({
    ...{ eventId: '', preRollVideoUri: '', preRollDuration: 0 },
  });
});

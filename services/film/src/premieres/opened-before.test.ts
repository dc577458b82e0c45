import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { FilmUnlockedSchema } from '@marquee/contracts/events/v1/film_pb';
import { ReleaseType } from '@marquee/contracts/film/v1/film_pb';
import { newId } from '@marquee/data/ids';
import { streamsAtOnce } from '@marquee/rules/streams';
import { film, filmId, type Lover } from '../testing/playing.ts';
import { ticketedEvent } from '../testing/ticketed-event.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The film of ten minutes has its premiere in so long. */
async function premieresIn(ms: number, usdCost = 0n): Promise<Date> {
  const start = new Date(film.clock.now().getTime() + ms);
  await film.staff().studio.updateFilm({
    ...{ requestId: newId(), filmId, releaseType: ReleaseType.SCREENING, screeningStartTime: timestampFromDate(start) },
  });
  await film.db.query('UPDATE films SET is_free = $2 = 0, usd_cost = $2 WHERE id = $1', [filmId, usdCost]);
  return start;
}
const open = ({ watch }: Lover, inStep = true) => watch.startPlayback({ requestId: newId(), filmId, inStep });
const tokenOf = (url = '') => film.media.signed.get(url.split('/')[2] ?? '');
const early = { code: Code.FailedPrecondition, reason: 'SCREENING_NOT_STARTED' };

test('who has a ticket opens a premiere in its last five minutes, and what they open plays from its start [WAT-13:premiere]', async () => {
  const start = await premieresIn(5 * MINUTE_MS + 1, 500n);
  const [holder, other] = [film.lover(), film.lover()];
  const event = await ticketedEvent(film, { filmIds: [filmId], startsInMs: 5 * MINUTE_MS, lengthMs: HOUR_MS });
  await event.give(holder);
  await expect(open(holder)).rejects.toMatchObject(early);
  film.clock.advance(1);
  await expect(open(holder, false)).rejects.toMatchObject(early);
  await expect(open(other)).rejects.toMatchObject({ reason: 'TICKET_REQUIRED' });
  // As the first pages do.
  film.clock.advance(20_000);
  const opened = await open(holder);
  expect(opened.access).toMatchObject({ valid: true });
  expect(tokenOf(opened.access?.signedUrl)?.startsAt).toEqual(new Date(start.getTime() - 2_000));

  film.clock.advance(start.getTime() - film.clock.now().getTime() + 15_000);
  const beat = { playbackSessionId: opened.playbackSessionId, positionMs: 1, playedMs: 1 };
  const { access } = await holder.watch.heartbeat(beat);
  expect(access).toMatchObject({ valid: true, signedUrl: opened.access?.signedUrl });
  // Who comes later plays at once.
  expect(tokenOf((await open(holder)).access?.signedUrl)?.startsAt).toBeUndefined();
});

test('who waits for a free premiere unlocks it before, for its time from the start on [WAT-13:premiere]', async () => {
  const start = await premieresIn(5 * MINUTE_MS);
  const guest = film.lover();
  const { access } = await guest.watch.unlockFilm({ requestId: newId(), filmId });
  expect(access).toMatchObject({ valid: true, expireAt: timestampFromDate(new Date(start.getTime() + 48 * HOUR_MS)) });
  // Elsewhere it cannot be watched before.
  expect((await guest.watch.getFilmAccess({ filmId })).access).toMatchObject({ valid: false, reason: early.reason });
  expect((await open(guest)).access).toMatchObject({ valid: true });
  await premieresIn(10 * MINUTE_MS);
  await expect(film.lover().watch.unlockFilm({ requestId: newId(), filmId })).rejects.toMatchObject(early);
});

test('a free premiere is unlocked as it is opened in step, once, and no other film is [WAT-13:premiere]', async () => {
  const start = await premieresIn(MINUTE_MS);
  const guest = film.lover();
  const until = timestampFromDate(new Date(start.getTime() + 48 * HOUR_MS));
  const unlocked = async () => (await film.published(FilmUnlockedSchema)).length;
  const before = await unlocked();
  expect((await open(guest)).access).toMatchObject({ valid: true, expireAt: until });
  expect((await open(guest)).access).toMatchObject({ valid: true, expireAt: until });
  expect(await unlocked()).toBe(before + 1);
  film.clock.advance(MINUTE_MS);
  const required = { code: Code.FailedPrecondition, reason: 'UNLOCK_REQUIRED' };
  await expect(open(film.lover(), false)).rejects.toMatchObject(required);
  await premieresIn(MINUTE_MS, 500n);
  await expect(open(film.lover())).rejects.toMatchObject({ reason: 'TICKET_REQUIRED' });
  // What has a price and no premiere is not had for asking as if it had one.
  await film.db.query("UPDATE films SET release_type = 'WATCH_NOW' WHERE id = $1", [filmId]);
  await expect(open(film.lover())).rejects.toMatchObject(required);
  expect(await unlocked()).toBe(before + 1);
});

test('what was opened for a start that was moved plays no earlier than the premiere [WAT-13:delay]', async () => {
  await premieresIn(MINUTE_MS);
  const guest = film.lover();
  await guest.watch.unlockFilm({ requestId: newId(), filmId });
  const { playbackSessionId } = await open(guest);
  await film.staff().premieres.delayPremiere({ requestId: newId(), filmId, minutes: 10 });
  film.clock.advance(2 * MINUTE_MS);
  const { access } = await guest.watch.heartbeat({ playbackSessionId, positionMs: 1, playedMs: 1 });
  expect(access).toMatchObject({ valid: false, reason: early.reason });
});

test('nothing that plays ends for a premiere that is only opened [WAT-14:streams]', async () => {
  const start = await premieresIn(0);
  const guest = film.lover();
  await guest.watch.unlockFilm({ requestId: newId(), filmId });
  for (let stream = 0; stream < streamsAtOnce(undefined); stream += 1) await open(guest);
  const later = new Date(start.getTime() + MINUTE_MS);
  await film.db.query('UPDATE films SET screening_start_time = $2 WHERE id = $1', [filmId, later]);
  await expect(open(guest)).rejects.toMatchObject({ reason: 'STREAMS_FULL' });
});

test('who has opened a protected premiere gets its licence before it starts, and after it was moved no more [WAT-13:licence]', async () => {
  const [row] = await film.db.query<{ filmMediaId: string }>('SELECT film_media_id FROM films WHERE id = $1', [filmId]);
  await film.media.protect(row?.filmMediaId ?? '');
  await premieresIn(MINUTE_MS);
  const guest = film.lover();
  await guest.watch.unlockFilm({ requestId: newId(), filmId });
  const { playbackSessionId } = await open(guest);
  expect(JSON.parse((await guest.watch.getLicence({ playbackSessionId })).clearKey)).toMatchObject({
    type: 'temporary',
  });
  await expect(film.lover().watch.getLicence({ playbackSessionId })).rejects.toMatchObject({ code: Code.NotFound });
  // It plays as before.
  film.clock.advance(MINUTE_MS);
  const beat = { playbackSessionId, positionMs: 1, playedMs: 1 };
  expect((await guest.watch.heartbeat(beat)).access).toMatchObject({ valid: true });
  await film.staff().premieres.delayPremiere({ requestId: newId(), filmId, minutes: 10 });
  await expect(guest.watch.getLicence({ playbackSessionId })).rejects.toMatchObject(early);
});

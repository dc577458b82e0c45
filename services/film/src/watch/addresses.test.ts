import { readdir, readFile } from 'node:fs/promises';
import { timestampDate } from '@bufbuild/protobuf/wkt';
import { PlaybackEndedSchema } from '@marquee/contracts/events/v1/film_pb';
import { PlaybackEventKind } from '@marquee/contracts/film/v1/watch_pb';
import { newId } from '@marquee/data/ids';
import { createOutbox } from '@marquee/events/outbox';
import { streamsAtOnce } from '@marquee/rules/streams';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { filmConfig } from '../config.ts';
import { testKeys } from '../testing/film-service.ts';
import { film, filmId, watching } from '../testing/playing.ts';
import { endSilentAddresses } from './end-silent-addresses.ts';

const MINUTE_MS = 60_000;

const addressIn = (signedUrl: string | undefined) =>
  film.media.signed.get(signedUrl?.split('/')[2] ?? '')?.addressId ?? '';

/** The addresses of a playback that have ended, by events and by signals. */
function endsOf(playbackSessionId: string) {
  const heard: string[] = [];
  const stop = film.platform.signals.subscribe('playback-ended:*', ({ topic }) => heard.push(topic));
  atEnd(async () => stop());
  const isOf = (id: string) => id.includes(playbackSessionId);
  return {
    events: async () => (await film.published(PlaybackEndedSchema)).filter(({ addressId }) => isOf(addressId)),
    signals: () => heard.filter(isOf).map((topic) => topic.slice('playback-ended:'.length)),
  };
}

test('the address of a playback ends when its viewer leaves it, once, and its place is free at once [WAT-14:address]', async () => {
  const { started, playbackSessionId, record, playTo } = await watching();
  const ends = endsOf(playbackSessionId);
  const address = addressIn(started.access?.signedUrl);
  expect(address).toContain(playbackSessionId);
  expect((await playTo(1_000, 1_000)).access).toMatchObject({ valid: true, signedUrl: started.access?.signedUrl });
  expect(await ends.events()).toEqual([]);

  const eventId = newId();
  await record(PlaybackEventKind.LEFT, 2_000, { eventId });
  await record(PlaybackEventKind.LEFT, 2_000, { eventId });
  const [ended, ...more] = await ends.events();
  expect(more).toEqual([]);
  expect(ended?.addressId).toBe(address);
  // As long as its last token could be valid.
  const expiresAt = ended?.expiresAt && timestampDate(ended.expiresAt).getTime() - film.clock.now().getTime();
  expect(expiresAt).toBe(10 * MINUTE_MS);
  await eventually(async () => expect(ends.signals()).toEqual([address]));
  expect((await playTo(3_000, 2_000)).access).toMatchObject({ valid: false, signedUrl: '', reason: 'PLAYBACK_ENDED' });
});

test('leaving frees the place of a stream', async () => {
  const { lover, record } = await watching();
  const start = () => lover.watch.startPlayback({ requestId: newId(), filmId });
  const elsewhere = film.as({ ...lover.viewer, sessionId: newId() }).watch;
  for (let count = 1; count < streamsAtOnce(undefined); count += 1) await start();
  await expect(elsewhere.startPlayback({ requestId: newId(), filmId })).rejects.toMatchObject({
    reason: 'STREAMS_FULL',
  });
  await record(PlaybackEventKind.LEFT, 0);
  expect((await elsewhere.startPlayback({ requestId: newId(), filmId })).access).toMatchObject({ valid: true });
});

test('the address of a playback ends when another device takes its place [WAT-14:address]', async () => {
  const { lover, started, playbackSessionId } = await watching();
  const ends = endsOf(playbackSessionId);
  for (let count = 0; count < streamsAtOnce(undefined); count += 1) {
    const device = film.as({ ...lover.viewer, sessionId: newId() });
    await device.watch.startPlayback({ requestId: newId(), filmId, takeOver: true });
  }
  expect(await ends.events()).toMatchObject([{ addressId: addressIn(started.access?.signedUrl) }]);
});

test('the address ends with the right to the film; who may watch again gets another one [WAT-14:address]', async () => {
  const { started, playbackSessionId, playTo } = await watching();
  const ends = endsOf(playbackSessionId);
  const move = (days: number) =>
    film.db.query('UPDATE entitlements SET ends_at = ends_at + make_interval(days => $2) WHERE film_id = $1', [
      filmId,
      days,
    ]);
  await move(-10);
  for (let count = 0; count < 2; count += 1) {
    expect((await playTo(1_000, 1_000)).access).toMatchObject({ valid: false, reason: 'UNLOCK_REQUIRED' });
  }
  const first = addressIn(started.access?.signedUrl);
  expect(await ends.events()).toMatchObject([{ addressId: first }]);

  await move(10);
  const next = addressIn((await playTo(2_000, 2_000)).access?.signedUrl);
  expect(next).toContain(playbackSessionId);
  expect(next).not.toBe(first);
  expect(addressIn((await playTo(3_000, 3_000)).access?.signedUrl)).toBe(next);
  await move(-10);
  await playTo(4_000, 4_000);
  expect(await ends.events()).toMatchObject([{ addressId: first }, { addressId: next }]);
});

test('native HLS that was not heard of for ten minutes loses its address, and gets another when it is [WAT-14:address]', async () => {
  const lover = film.lover();
  await lover.watch.unlockFilm({ requestId: newId(), filmId });
  const native = await lover.watch.startPlayback({ requestId: newId(), filmId, nativeHls: true });
  const { playbackSessionId } = native;
  const ends = endsOf(playbackSessionId);
  const { db, clock, platform } = film;
  const config = filmConfig.parse(testKeys);
  const outbox = createOutbox({ clock });
  const sweep = () => endSilentAddresses({ db, clock, outbox, config, signals: platform.signals });
  const beat = async () =>
    (await lover.watch.heartbeat({ playbackSessionId, positionMs: 1, playedMs: 1 })).access?.signedUrl;

  // An address of more than a day ago has expired.
  const old = await lover.watch.startPlayback({ requestId: newId(), filmId, nativeHls: true });
  const ofOld = endsOf(old.playbackSessionId);
  await db.query('UPDATE playback_sessions SET seen_at = $2, placed_at = $2 WHERE id = $1', [
    ...[old.playbackSessionId, new Date(clock.now().getTime() - 25 * 60 * MINUTE_MS)],
  ]);

  clock.advance(9 * MINUTE_MS);
  await sweep();
  expect(await ends.events()).toEqual([]);
  clock.advance(MINUTE_MS + 1);
  await sweep();
  await sweep();
  const first = addressIn(native.access?.signedUrl);
  expect(await ends.events()).toMatchObject([{ addressId: first }]);
  expect(await ofOld.events()).toEqual([]);
  // A film of ten minutes, and two hours for pauses.
  const [{ expiresAt } = {}] = await ends.events();
  expect(expiresAt && timestampDate(expiresAt).getTime() - clock.now().getTime()).toBe(130 * MINUTE_MS);
  const again = addressIn(await beat());
  expect(again).toContain(playbackSessionId);
  expect(again).not.toBe(first);
});

test('an update of the tables changes playbacks of the last day alone, and builds indexes beside the work', async () => {
  const folder = new URL('../../prisma/migrations/', import.meta.url);
  const sqlOf = (name: string) => readFile(new URL(name, folder), 'utf8');
  const kept = /playback_sessions|reviews|review_replies/;
  const late = (await readdir(folder)).filter((name) => name >= '0142');
  for (const name of late) {
    const statements = (await sqlOf(name)).split(';');
    const built = statements.filter((sql) => /CREATE INDEX/.test(sql) && kept.test(sql.split(' ON ')[1] ?? ''));
    const isAlone = built.length === 0 || (statements.length === 2 && /^-- no-transaction$/m.test(statements[0] ?? ''));
    expect([name, isAlone]).toEqual([name, true]);
  }

  const lover = film.lover();
  await lover.watch.unlockFilm({ requestId: newId(), filmId });
  const ids: string[] = [];
  for (const hours of [1, 25]) {
    const { playbackSessionId } = await lover.watch.startPlayback({ requestId: newId(), filmId, nativeHls: true });
    await film.db.query('UPDATE playback_sessions SET seen_at = now() - make_interval(hours => $2) WHERE id = $1', [
      ...[playbackSessionId, hours],
    ]);
    ids.push(playbackSessionId);
  }
  await film.db.query(await sqlOf('0182_addresses_of_before.sql'));
  const text =
    'SELECT address_ended_at = seen_at AS ended FROM playback_sessions WHERE id = ANY($1::uuid[]) ORDER BY seen_at DESC';
  expect(await film.db.query(text, [ids])).toEqual([{ ended: true }, { ended: null }]);
});

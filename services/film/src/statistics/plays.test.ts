import { PlaySource } from '@marquee/contracts/film/v1/watch_pb';
import { newId } from '@marquee/data/ids';
import { encodeClientInfo } from '@marquee/runtime/client-info';
import { eventually } from '@marquee/testing/eventually';
import { type FilmHarness, filmService } from '../testing/film-service.ts';
import { deviceKind } from './device-kind.ts';
import { addStart } from './plays.ts';

const DAY_MS = 86_400_000;
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
const range = { fromDay: '2026-11-01', toDay: '2026-12-31' };

let film: FilmHarness;
beforeAll(async () => {
  film = await filmService();
});

/** Heartbeats are written later. */
const reaches = (sessionId: string, furthestMs: number) =>
  eventually(async () => {
    const text = 'SELECT furthest_ms FROM playback_sessions WHERE id = $1';
    expect(await film.db.query(text, [sessionId])).toEqual([{ furthestMs }]);
  });
const summed = () =>
  eventually(async () => expect(await film.db.query('SELECT 1 FROM play_deltas LIMIT 1')).toEqual([]));

test('plays are counted by day, country and device, and each adds up to the whole [STU-13:plays]', async () => {
  const maker = film.maker();
  const filmId = await film.releasedFilm(maker);
  const play = async (seconds: number, client?: { userAgent: string; place: { country: string } }) => {
    const { viewer } = film.lover();
    const lover = film.as(viewer, client && { clientInfoBytes: encodeClientInfo(client) });
    await lover.watch.unlockFilm({ requestId: newId(), filmId });
    const { playbackSessionId } = await lover.watch.startPlayback({ requestId: newId(), filmId });
    film.clock.advance(seconds * 1_000);
    const at = { playbackSessionId, positionMs: seconds * 1_000, playedMs: seconds * 1_000 };
    await lover.watch.heartbeat(at);
    await reaches(playbackSessionId, at.positionMs);
    // Somebody who looks back has reached what they reached.
    await lover.watch.heartbeat({ ...at, positionMs: 1_000, playedMs: at.playedMs + 1 });
    await lover.watch.markView({ playbackSessionId, playedMs: at.playedMs });
  };
  await play(90, { userAgent: PHONE, place: { country: 'PT' } });
  await play(10, { userAgent: PHONE, place: { country: 'FR' } });
  film.clock.advance(DAY_MS);
  await play(30);
  await summed();

  const plays = await maker.statistics.getFilmPlays({ filmId, ...range });
  expect(plays.totals).toMatchObject({ starts: 3n, views: 1n });
  expect(plays.days.map(({ day, counts }) => [day, counts?.starts, counts?.views])).toEqual([
    ['2026-11-20', 2n, 1n],
    ['2026-11-21', 1n, 0n],
  ]);
  expect(plays.countries.map(({ value, counts }) => [value, counts?.starts])).toEqual([
    ['', 1n],
    ['FR', 1n],
    ['PT', 1n],
  ]);
  expect(plays.devices.map(({ value, counts }) => [value, counts?.starts])).toEqual([
    ['PHONE', 2n],
    ['', 1n],
  ]);
  for (const parts of [plays.days, plays.countries, plays.devices]) {
    const sum = parts.reduce((total, { counts }) => total + (counts?.starts ?? 0n), 0n);
    expect(sum).toBe(plays.totals?.starts);
  }
  expect([0, 10, 11, 30, 31, 90].map((second) => plays.reached[second])).toEqual([3n, 3n, 2n, 2n, 1n, 1n]);
  expect(plays.reached).toHaveLength(91);
  // The back office counts the same views.
  const { views } = await film.staff().backOffice.getFilmStatistics({ filmId });
  expect(views?.counted).toBe(plays.totals?.views);
  expect(
    (await maker.statistics.getFilmPlays({ filmId, fromDay: '2026-11-21', toDay: '2026-11-21' })).totals,
  ).toMatchObject({ starts: 1n, views: 0n });
});

test.each([
  ['its ticket or unlock was given back', `UPDATE entitlements SET ends_at = $2 WHERE film_id = $1`],
  ['another device took its place', `UPDATE playback_sessions SET displaced_at = $2 WHERE film_id = $1`],
  ['the sign-in ended', `UPDATE playback_sessions SET ended_at = $2 WHERE film_id = $1`],
])('what was played until a playback ended counts, also where %s [STU-13:ended]', async (_why, end) => {
  const maker = film.maker();
  const filmId = await film.releasedFilm(maker);
  const lover = film.lover();
  await lover.watch.unlockFilm({ requestId: newId(), filmId });
  const { playbackSessionId } = await lover.watch.startPlayback({ requestId: newId(), filmId });
  const beat = async (seconds: number) =>
    (await lover.watch.heartbeat({ playbackSessionId, positionMs: seconds * 1_000, playedMs: seconds * 1_000 })).access;
  film.clock.advance(30_000);
  expect((await beat(30))?.valid).toBe(true);
  film.clock.advance(10_000);
  await film.db.query(end, [filmId, film.clock.now()]);
  expect((await beat(40))?.valid).toBe(false);
  await reaches(playbackSessionId, 40_000);
  // Nothing plays any more, whatever a client says.
  film.clock.advance(3_600_000);
  expect((await beat(3_640))?.valid).toBe(false);
  await summed();
  const played = async () => Number((await maker.statistics.getFilmPlays({ filmId, ...range })).totals?.playedMs);
  expect(await played()).toBeGreaterThanOrEqual(40_000);
  expect(await played()).toBeLessThanOrEqual(42_000);
});

test('what leads to a film is counted as a kind, on each day and in all [STU-13:sources]', async () => {
  const maker = film.maker();
  const filmId = await film.releasedFilm(maker);
  const play = async (source: PlaySource) => {
    const lover = film.lover();
    await lover.watch.unlockFilm({ requestId: newId(), filmId });
    const { playbackSessionId } = await lover.watch.startPlayback({ requestId: newId(), filmId, source });
    film.clock.advance(90_000);
    await lover.watch.heartbeat({ playbackSessionId, positionMs: 90_000, playedMs: 90_000 });
    await lover.watch.markView({ playbackSessionId, playedMs: 90_000 });
    await reaches(playbackSessionId, 90_000);
  };
  for (const source of [PlaySource.HOME, PlaySource.HOME, PlaySource.EXTERNAL, PlaySource.UNSPECIFIED])
    await play(source);
  film.clock.advance(DAY_MS);
  await play(PlaySource.EXTERNAL);
  await play(PlaySource.EXTERNAL);
  await summed();

  const plays = await maker.statistics.getFilmPlays({ filmId, ...range });
  const rows = (shares: typeof plays.sources) =>
    shares.map(({ value, counts }) => [value, counts?.starts, counts?.views, counts?.playedSeconds]);
  expect(rows(plays.sources)).toEqual([
    ['EXTERNAL', 3n, 3n, 270n],
    ['HOME', 2n, 2n, 180n],
    ['', 1n, 1n, 90n],
  ]);
  expect(plays.days.map(({ sources }) => rows(sources))).toEqual([
    [
      ['HOME', 2n, 2n, 180n],
      ['EXTERNAL', 1n, 1n, 90n],
      ['', 1n, 1n, 90n],
    ],
    [['EXTERNAL', 2n, 2n, 180n]],
  ]);
  expect(plays.totals).toMatchObject({ starts: 6n, views: 6n, playedSeconds: 540n });
  const { playbackSessionId } = await film
    .as(maker.viewer)
    .watch.startPlayback({ requestId: newId(), filmId, source: PlaySource.EMBED });
  expect(await film.db.query('SELECT source FROM playback_sessions WHERE id = $1', [playbackSessionId])).toEqual([
    { source: 'EMBED' },
  ]);
});

test('shares of any days add up to these days, whole months among them or not [STU-13:plays]', async () => {
  const maker = film.maker();
  const filmId = await film.releasedFilm(maker);
  const days = ['2026-09-30', '2026-10-01', '2026-10-31', '2026-11-01', '2026-11-02', '2026-11-30', '2026-12-01'];
  const start = (day: string, country: string) => {
    const startedAt = new Date(`${day}T12:00:00Z`);
    return film.db.transaction((tx) => addStart(tx, { filmId, startedAt, country, device: 'TV', source: '' }));
  };
  // Summed in two rounds: the second changes days that are there.
  for (const country of ['PT', 'FR']) {
    for (const day of days) await start(day, country);
    await summed();
  }
  for (const [from, to] of [
    ['2026-09-30', '2026-12-01'],
    ['2026-09-30', '2026-12-31'],
    ['2026-10-01', '2026-11-30'],
    ['2026-10-02', '2026-11-29'],
    ['2026-11-02', '2026-11-02'],
    ['2026-10-31', '2026-11-01'],
  ] as const) {
    const stats = await maker.statistics.getFilmPlays({ filmId, fromDay: from, toDay: to });
    const played = BigInt(days.filter((day) => day >= from && day <= to).length);
    expect([from, to, stats.totals?.starts]).toEqual([from, to, 2n * played]);
    const shares = [...stats.countries, ...stats.devices].map(({ value, counts }) => [value, counts?.starts]);
    expect(shares).toEqual([
      ['FR', played],
      ['PT', played],
      ['TV', 2n * played],
    ]);
  }
});

test('only the creator and staff see how a film is watched', async () => {
  const filmId = await film.releasedFilm(film.maker());
  await expect(film.maker().statistics.getFilmPlays({ filmId, ...range })).rejects.toMatchObject({
    reason: 'FILM_NOT_YOURS',
  });
  expect((await film.staff().statistics.getFilmPlays({ filmId, ...range })).totals).toMatchObject({ starts: 0n });
  const draft = await film.completeFilm(film.maker());
  await expect(film.maker().statistics.getFilmPlays({ filmId: draft, ...range })).rejects.toMatchObject({
    reason: 'FILM_NOT_AVAILABLE',
  });
});

test.each([
  [PHONE, 'PHONE'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'COMPUTER'],
  [
    'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
    'TABLET',
  ],
  ['curl/8', ''],
  ['', ''],
])('the kind of device of %p is %p', (userAgent, kind) => {
  expect(deviceKind(userAgent)).toBe(kind);
});

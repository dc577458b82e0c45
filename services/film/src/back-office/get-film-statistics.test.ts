import { WatchTimeCountedSchema } from '@marquee/contracts/events/v1/film_pb';
import { newId } from '@marquee/data/ids';
import { eventually } from '@marquee/testing/eventually';
import { type FilmHarness, filmService } from '../testing/film-service.ts';
import * as positions from '../watch/positions.ts';
import * as sessions from '../watch/sessions.ts';

let film: FilmHarness;
beforeAll(async () => {
  film = await filmService();
});

const HOUR_MS = 3_600_000;

test('what was played is counted once, and statistics multiply it and the counts [ADF-06:service]', async () => {
  const filmId = await film.releasedFilm(film.maker());
  const { accountId } = film.lover().viewer;
  const session = { id: newId(), accountId, sessionId: 'browser' };
  await sessions.insertMany(film.db, filmId, [session], film.clock.now());
  const position = (playedMs: number) => ({
    ...{ playbackSessionId: session.id, accountId, filmId, positionMs: playedMs, playedMs },
    ...{ durationMs: 3 * HOUR_MS, finished: false, asOf: film.clock.now() },
  });
  const write = (playedMs: number) => film.db.transaction((tx) => positions.write(tx, [position(playedMs)]));
  expect(await write(HOUR_MS)).toBe(HOUR_MS);
  expect(await write(2 * HOUR_MS)).toBe(HOUR_MS);
  // A late and a repeated position count nothing.
  expect(await write(HOUR_MS)).toBe(0);
  expect(await write(2 * HOUR_MS)).toBe(0);
  await film.db.query('INSERT INTO stat_deltas (film_id, views, blocks, reports) VALUES ($1, 100, 2, 5)', [filmId]);

  const statistics = await film.staff().backOffice.getFilmStatistics({ filmId });
  expect(statistics).toMatchObject({
    ...{ blocks: { counted: 2n, shown: 5n }, reports: { counted: 5n, shown: 11n } },
    ...{ views: { counted: 100n, shown: 226n }, playedSeconds: { counted: 7_200n, shown: 7_920n } },
    ...{ hoursCounted: 2, hoursShown: expect.closeTo(2.2, 9), countFactor: 2.26, durationFactor: 1.1 },
  });
});

test('time that films were played is published, without who watched', async () => {
  const lover = film.lover();
  const filmId = await film.releasedFilm(film.maker());
  await lover.watch.unlockFilm({ requestId: newId(), filmId });
  const { playbackSessionId } = await lover.watch.startPlayback({ requestId: newId(), filmId });
  const before = (await film.published(WatchTimeCountedSchema)).length;
  film.clock.advance(30_000);
  await lover.watch.heartbeat({ playbackSessionId, positionMs: 20_000, playedMs: 20_000 });
  await eventually(async () => {
    const [event, ...more] = (await film.published(WatchTimeCountedSchema)).slice(before);
    expect([event?.playedMs, more.length]).toEqual([20_000n, 0]);
  });
});

import { WatchTimeCountedSchema } from '@marquee/contracts/events/v1/film_pb';
import { FilmReportReason } from '@marquee/contracts/film/v1/reviews_pb';
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

test('page views, views, likes, unlocks, blocks and reports are counted, each once for a viewer [FLM-13]', async () => {
  const filmId = await film.releasedFilm(film.maker());
  const lover = film.lover();
  const counted = async () => {
    const all = await film.staff().backOffice.getFilmStatistics({ filmId });
    const { pageViews, views, likes, unlocks, blocks, reports } = all;
    return [pageViews, views, likes, unlocks, blocks, reports].map((figure) => figure?.counted);
  };
  expect(await counted()).toEqual([0n, 0n, 0n, 0n, 0n, 0n]);
  for (const _again of [1, 2]) {
    await lover.catalogue.countPageView({ filmId });
    await lover.reviews.setLike({ filmId, liked: true });
    await lover.watch.unlockFilm({ requestId: newId(), filmId });
    const report = { requestId: newId(), filmId, reason: FilmReportReason.MISLEADING, details: 'It is another film.' };
    await lover.reviews.reportFilm(report);
  }
  const { playbackSessionId } = await lover.watch.startPlayback({ requestId: newId(), filmId });
  film.clock.advance(90_000);
  await lover.watch.heartbeat({ playbackSessionId, positionMs: 90_000, playedMs: 90_000 });
  for (const _again of [1, 2]) await lover.watch.markView({ playbackSessionId, playedMs: 90_000 });
  for (const _again of [1, 2]) await lover.reviews.setBlock({ filmId, blocked: true });
  expect(await counted()).toEqual([1n, 1n, 1n, 1n, 1n, 1n]);
  await lover.reviews.setBlock({ filmId, blocked: false });
  await lover.reviews.setLike({ filmId, liked: false });
  expect(await counted()).toEqual([1n, 1n, 0n, 1n, 0n, 1n]);
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

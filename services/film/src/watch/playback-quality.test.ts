import { PlaybackErrorKind } from '@marquee/contracts/film/v1/watch_pb';
import { newId } from '@marquee/data/ids';
import { type Metrics, openMetrics } from '@marquee/runtime/telemetry/open-metrics';
import { type FilmHarness, filmService } from '../testing/film-service.ts';

let film: FilmHarness;
let metrics: Metrics;
beforeAll(async () => {
  film = await filmService();
  metrics = openMetrics({ service: 'film' });
});
afterAll(() => metrics.close());

async function watching() {
  const filmId = await film.releasedFilm(film.maker());
  const lover = film.lover();
  await lover.watch.unlockFilm({ requestId: newId(), filmId });
  const { playbackSessionId } = await lover.watch.startPlayback({ requestId: newId(), filmId });
  return (playedMs: number, quality?: object) =>
    lover.watch.heartbeat({ playbackSessionId, positionMs: playedMs, playedMs, ...(quality && { quality }) });
}

async function seriesValue(name: string): Promise<number> {
  const line = (await metrics.text()).split('\n').find((one) => one.startsWith(name));
  return Number(line?.slice(line.lastIndexOf(' ') + 1));
}

test('what players tell becomes sums over all of them [SYS-04:quality]', async () => {
  const beat = await watching();
  film.clock.advance(10_000);
  await beat(9_000, { startMs: 1_400, rebufferedMs: 1_000, errors: [PlaybackErrorKind.NETWORK] });
  film.clock.advance(10_000);
  await beat(19_000, { rebufferedMs: 500, errors: [PlaybackErrorKind.NETWORK, 99] });
  const text = await metrics.text();
  expect(text).toContain('marquee_playback_start_seconds_bucket{service="film",le="1.5"} 1\n');
  expect(text).toContain('marquee_playback_start_seconds_bucket{service="film",le="1"} 0\n');
  expect(text).toContain('marquee_playback_rebuffer_seconds_total{service="film"} 1.5\n');
  expect(text).toContain('marquee_playback_watched_seconds_total{service="film"} 19\n');
  expect(text).toContain('marquee_playback_errors_total{reason="network",service="film"} 2\n');
  expect(text).toContain('marquee_playback_errors_total{reason="other",service="film"} 1\n');
});

test('what nobody can have seen is not believed, and a heartbeat never fails for it', async () => {
  const beat = await watching();
  const before = await metrics.text();
  const starts = await seriesValue('marquee_playback_start_seconds_count');
  await beat(0, { startMs: 2_000_000_000, rebufferedMs: -5, errors: [] });
  await beat(0, { startMs: -1, rebufferedMs: 0, errors: [] });
  expect(await seriesValue('marquee_playback_start_seconds_count')).toBe(starts);
  const waited = await seriesValue('marquee_playback_rebuffer_seconds_total');
  film.clock.advance(300_000);
  await beat(0, { rebufferedMs: 2_000_000_000, errors: Array(500).fill(PlaybackErrorKind.MEDIA) });
  expect(await seriesValue('marquee_playback_rebuffer_seconds_total')).toBe(waited + 120);
  // Again at once: no time has passed in which it could have waited.
  await beat(0, { rebufferedMs: 120_000, errors: [] });
  expect(await seriesValue('marquee_playback_rebuffer_seconds_total')).toBe(waited + 120);
  expect(await metrics.text()).toContain('marquee_playback_errors_total{reason="media",service="film"} 10\n');
  // Whoever says nonsense adds no series of their own.
  const series = (text: string) => text.split('\n').filter((line) => line.startsWith('marquee_playback')).length;
  expect(series(await metrics.text())).toBe(series(before) + 1);
});

test('a playback starts once, whatever its player says', async () => {
  const beat = await watching();
  const starts = await seriesValue('marquee_playback_start_seconds_count');
  film.clock.advance(10_000);
  for (const playedMs of [3_000, 6_000, 9_000]) await beat(playedMs, { startMs: 600_000, rebufferedMs: 0, errors: [] });
  expect(await seriesValue('marquee_playback_start_seconds_count')).toBe(starts + 1);
});

test('players are counted by their heartbeats, without remembering them', async () => {
  film.clock.advance(60_000);
  const beats = await Promise.all([watching(), watching(), watching()]);
  film.clock.advance(15_000);
  for (const beat of beats) await beat(0);
  film.clock.advance(15_000);
  expect(await seriesValue('marquee_playback_sessions')).toBe(3);
  film.clock.advance(30_000);
  expect(await seriesValue('marquee_playback_sessions')).toBe(0);
});

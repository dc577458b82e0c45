import { PlaybackErrorKind, PlaybackEventKind } from '@marquee/contracts/film/v1/watch_pb';
import { newId } from '@marquee/data/ids';
import { type Metrics, openMetrics } from '@marquee/runtime/telemetry/open-metrics';
import { type FilmHarness, filmService } from '../testing/film-service.ts';
import { TROUBLES_AN_HOUR } from './playback-quality.ts';

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

/** A viewer who opens the film again and again, and what their players report. */
async function opening() {
  const filmId = await film.releasedFilm(film.maker());
  const lover = film.lover();
  await lover.watch.unlockFilm({ requestId: newId(), filmId });
  return async () => {
    const { playbackSessionId } = await lover.watch.startPlayback({ requestId: newId(), filmId });
    return {
      record: (event: PlaybackEventKind, playedMs = 0) =>
        lover.watch.recordPlaybackEvents({
          playbackSessionId,
          filmId,
          events: [{ eventId: newId(), event, timeMs: playedMs, playedMs }],
        }),
      beat: (playedMs: number, quality: object) =>
        lover.watch.heartbeat({ playbackSessionId, positionMs: playedMs, playedMs, quality }),
      progress: () => lover.watch.getPlaybackProgress({ filmId }),
    };
  };
}

async function seriesValue(name: string): Promise<number> {
  const line = (await metrics.text()).split('\n').find((one) => one.startsWith(name));
  return Number(line?.slice(line.lastIndexOf(' ') + 1) ?? 0);
}

/** One after another: a playback that the next one ends before its answer is made is refused. */
async function opened(open: Awaited<ReturnType<typeof opening>>, count: number) {
  const players: Awaited<ReturnType<typeof open>>[] = [];
  for (let index = 0; index < count; index += 1) players.push(await open());
  return players;
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
  expect(text).toContain('marquee_playback_errors_total{reason="network",service="film"} 1\n');
  expect(text).toContain('marquee_playback_errors_total{reason="other",service="film"} 1\n');
});

test('what nobody can have seen is not believed, and a heartbeat never fails for it', async () => {
  const beat = await watching();
  const before = await metrics.text();
  const starts = await seriesValue('marquee_playback_start_seconds_count');
  for (const startMs of [2_000_000_000, 600_001]) await beat(0, { startMs, rebufferedMs: -5, errors: [] });
  await beat(0, { startMs: -1, rebufferedMs: 0, errors: [] });
  expect(await seriesValue('marquee_playback_start_seconds_count')).toBe(starts);
  const waited = await seriesValue('marquee_playback_rebuffer_seconds_total');
  film.clock.advance(300_000);
  await beat(0, { rebufferedMs: 2_000_000_000, errors: Array(500).fill(PlaybackErrorKind.MEDIA) });
  expect(await seriesValue('marquee_playback_rebuffer_seconds_total')).toBe(waited + 120);
  // Again at once: no time has passed in which it could have waited.
  await beat(0, { rebufferedMs: 120_000, errors: [] });
  expect(await seriesValue('marquee_playback_rebuffer_seconds_total')).toBe(waited + 120);
  expect(await metrics.text()).toContain('marquee_playback_errors_total{reason="media",service="film"} 1\n');
  // Reports that are refused add no series of their own.
  const series = (text: string) => text.split('\n').filter((line) => line.startsWith('marquee_playback')).length;
  expect(series(await metrics.text())).toBe(series(before) + 1);
});

test('a playback starts once, whatever its player says', async () => {
  const beat = await watching();
  const starts = await seriesValue('marquee_playback_start_seconds_count');
  await beat(0, { rebufferedMs: 0, errors: [PlaybackErrorKind.UNSPECIFIED] });
  film.clock.advance(10_000);
  for (const playedMs of [3_000, 6_000, 9_000]) await beat(playedMs, { startMs: 600_000, rebufferedMs: 0, errors: [] });
  expect(await seriesValue('marquee_playback_start_seconds_count')).toBe(starts + 1);
  await (await watching())(0, { startMs: 0, rebufferedMs: 0, errors: [] });
  expect(await seriesValue('marquee_playback_start_seconds_count')).toBe(starts + 2);
});

test('of one heartbeat ten errors are looked at', async () => {
  const unsupported = () => seriesValue('marquee_playback_errors_total{reason="unsupported"');
  const before = await unsupported();
  const beat = await watching();
  const errors = [...Array(10).fill(PlaybackErrorKind.REFUSED), PlaybackErrorKind.UNSUPPORTED];
  await beat(0, { rebufferedMs: 0, errors });
  expect(await unsupported()).toBe(before);
  await beat(0, { rebufferedMs: 0, errors: errors.slice(1) });
  expect(await unsupported()).toBe(before + 1);
});

test('who pauses and leaves before the first heartbeat has seen the film begin, once [SYS-04:quality]', async () => {
  const open = await opening();
  const { record, beat, progress } = await open();
  const starts = await seriesValue('marquee_playback_start_seconds_count');
  film.clock.advance(6_000);
  await record(PlaybackEventKind.PAUSE, 5_000);
  for (let times = 0; times < 2; times += 1) {
    await beat(5_000, { startMs: 900, rebufferedMs: 0, errors: [] });
    // As with two replicas: what the first has buffered is written.
    await progress();
  }
  expect(await seriesValue('marquee_playback_start_seconds_count')).toBe(starts + 1);
});

test('a film that shows no picture is counted once, and not as one that began [SYS-04:quality]', async () => {
  const open = await opening();
  const counts = async () => [
    await seriesValue('marquee_playback_not_started_total'),
    await seriesValue('marquee_playback_start_seconds_count'),
  ];
  const [notStarted = 0, starts] = await counts();
  const failing = await open();
  const before = await failing.progress();
  expect(await failing.record(PlaybackEventKind.GIVEN_UP)).toMatchObject({ recorded: 1 });
  expect(await failing.record(PlaybackEventKind.GIVEN_UP)).toMatchObject({ recorded: 0 });
  await failing.beat(0, { startMs: 30_000, rebufferedMs: 0, errors: [] });
  expect(await counts()).toEqual([notStarted + 1, starts]);
  expect((await failing.progress()).positionMs).toBe(before.positionMs);

  // Nor is it believed of a film that began, was watched, or was opened long ago.
  const begun = await open();
  await begun.beat(0, { startMs: 300, rebufferedMs: 0, errors: [] });
  const watched = await open();
  film.clock.advance(20_000);
  await watched.record(PlaybackEventKind.PAUSE, 5_000);
  const old = await open();
  film.clock.advance(25 * 3_600_000);
  for (const { record } of [begun, watched, old]) {
    expect(await record(PlaybackEventKind.GIVEN_UP)).toMatchObject({ recorded: 0 });
  }
  expect(await counts()).toEqual([notStarted + 1, (starts ?? 0) + 1]);
});

test('one viewer cannot tell of the films of many, however late or at once', async () => {
  const notStarted = await seriesValue('marquee_playback_not_started_total');
  const open = await opening();
  const players = await opened(open, TROUBLES_AN_HOUR.points + 3);
  film.clock.advance(61 * 60_000);
  await Promise.all(players.map(({ record }) => record(PlaybackEventKind.GIVEN_UP)));
  const after = notStarted + TROUBLES_AN_HOUR.points;
  expect(await seriesValue('marquee_playback_not_started_total')).toBe(after);
  const other = await opening();
  await (await other()).record(PlaybackEventKind.GIVEN_UP);
  expect(await seriesValue('marquee_playback_not_started_total')).toBe(after + 1);
});

test('a report that is repeated uses up no limit [SYS-04:quality]', async () => {
  const open = await opening();
  const { record } = await open();
  for (let times = 0; times <= TROUBLES_AN_HOUR.points; times += 1) await record(PlaybackEventKind.GIVEN_UP);
  const other = await open();
  expect(await other.record(PlaybackEventKind.GIVEN_UP)).toMatchObject({ recorded: 1 });
});

test('films without a picture and errors have a limit each, and what it swallows may still begin [SYS-04:quality]', async () => {
  const counts = async () => [
    await seriesValue('marquee_playback_not_started_total'),
    await seriesValue('marquee_playback_errors_total{reason="drm"'),
    await seriesValue('marquee_playback_start_seconds_count'),
  ];
  const [notStarted = 0, errors = 0, starts = 0] = await counts();
  const open = await opening();
  const tooMany = TROUBLES_AN_HOUR.points + 1;
  for (let times = 0; times < tooMany; times += 1) {
    await (await open()).beat(0, { rebufferedMs: 0, errors: [PlaybackErrorKind.DRM] });
  }
  const players = await opened(open, tooMany);
  for (const { record } of players) await record(PlaybackEventKind.GIVEN_UP);
  expect(await counts()).toEqual([notStarted + tooMany - 1, errors + tooMany - 1, starts]);
  // The one that was not believed to show no picture shows one, though late.
  await players.at(-1)?.beat(0, { startMs: 30_000, rebufferedMs: 0, errors: [] });
  expect(await counts()).toEqual([notStarted + tooMany - 1, errors + tooMany - 1, starts + 1]);
});

test('what cannot be counted keeps nothing else from being recorded', async () => {
  const { record, beat, progress } = await (await opening())();
  const notStarted = await seriesValue('marquee_playback_not_started_total');
  await film.db.query(
    'ALTER TABLE playback_sessions ADD CONSTRAINT nothing_counted CHECK (quality_counted = 0) NOT VALID',
  );
  try {
    expect(await record(PlaybackEventKind.GIVEN_UP)).toMatchObject({ recorded: 0 });
    expect(await beat(0, { startMs: 300, rebufferedMs: 0, errors: [] })).toMatchObject({ access: { valid: true } });
    film.clock.advance(6_000);
    await record(PlaybackEventKind.PAUSE, 5_000);
  } finally {
    await film.db.query('ALTER TABLE playback_sessions DROP CONSTRAINT nothing_counted');
  }
  expect(await progress()).toMatchObject({ positionMs: 5_000 });
  expect(await seriesValue('marquee_playback_not_started_total')).toBe(notStarted);
});

test('players are counted by their heartbeats, and asked for the next one', async () => {
  film.clock.advance(60_000);
  const beats = await Promise.all([watching(), watching(), watching()]);
  // Heartbeats that report a start or a stop come between the regular ones.
  for (let n = 0; n < 12; n += 1) {
    film.clock.advance(n % 2 === 0 ? 3_000 : 12_000);
    for (const beat of beats) expect(await beat(0)).toMatchObject({ heartbeatIntervalMs: 15_000 });
  }
  expect(await seriesValue('marquee_playback_sessions')).toBe(3);
  film.clock.advance(60_000);
  expect(await seriesValue('marquee_playback_sessions')).toBe(0);
});

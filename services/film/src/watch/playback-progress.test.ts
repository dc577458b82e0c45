import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { AssetKind } from '@marquee/contracts/film/v1/film_pb';
import { PlaybackEventKind, PrimaryAction } from '@marquee/contracts/film/v1/watch_pb';
import { newId } from '@marquee/data/ids';
import { eventually } from '@marquee/testing/eventually';
import { film, filmId, play, watchInstead, watching } from '../testing/playing.ts';

test('a film continues 300 seconds before the saved position beyond 300 seconds, a finished one starts again [WAT-10]', async () => {
  await film.db.query('UPDATE films SET running_time = 5400 WHERE id = $1', [filmId]);
  const viewer = await watching();
  await viewer.playTo(300_000, 300_000);
  expect(await viewer.progress()).toMatchObject({ positionMs: 300_000, resumePositionMs: 0 });
  await viewer.playTo(1_500_000, 1_500_000, 1_200_000);
  const again = await play(viewer.lover);
  expect(again.started.resumePositionMs).toBe(1_200_000);
  expect(await viewer.progress()).toMatchObject({ positionMs: 1_500_000, resumePositionMs: 1_200_000 });
  const { access } = await viewer.lover.watch.getFilmAccess({ filmId });
  expect(access?.action).toBe(PrimaryAction.RESUME);
  const unfinished = await viewer.lover.watch.listContinueWatching({});
  expect(unfinished.items).toMatchObject([{ film: { id: filmId }, positionMs: 1_500_000, durationMs: 5_400_000 }]);

  film.clock.advance(1_000);
  await again.record(PlaybackEventKind.FINISH, 5_300_000);
  expect(await viewer.progress()).toMatchObject({ finished: true, resumePositionMs: 0 });
  expect((await viewer.lover.watch.listContinueWatching({})).items).toEqual([]);
  expect((await play(viewer.lover)).started.resumePositionMs).toBe(0);
});

test('a film that a viewer removes from what they can continue comes back by undo, and by playing it again [FLM-15:continue]', async () => {
  const viewer = await watching();
  const other = await watching();
  await viewer.playTo(30_000, 30_000);
  await other.playTo(30_000, 60_000);
  const offered = async (who = viewer) => (await who.lover.watch.listContinueWatching({})).items.length;
  const dismiss = (dismissed: boolean) => viewer.lover.watch.setProgressDismissed({ filmId, dismissed });
  // The position is still buffered.
  await dismiss(true);
  expect(await offered()).toBe(0);
  expect(await offered(other)).toBe(1);
  expect(await viewer.progress()).toMatchObject({ positionMs: 30_000 });
  await dismiss(false);
  expect(await offered()).toBe(1);
  await dismiss(true);
  await dismiss(true);
  await viewer.playTo(31_000, 31_000, 0);
  expect(await offered()).toBe(0);
  await viewer.playTo(32_000, 32_000, 1);
  expect(await offered()).toBe(1);
  await viewer.lover.watch.setProgressDismissed({ filmId: newId(), dismissed: true });
  await viewer.lover.watch.setProgressDismissed({ filmId: 'no-id', dismissed: true });
  expect(await offered()).toBe(1);
});

test('a film whose video does not play any more is not offered to continue watching, until it does', async () => {
  const maker = film.maker();
  watchInstead(await film.releasedFilm(maker));
  const videoId = (await maker.studio.getMyFilm({ filmId })).film?.assets.find(
    ({ kind }) => kind === AssetKind.FILM_VIDEO,
  )?.mediaId;
  const viewer = await watching();
  await viewer.playTo(30_000, 30_000);
  const offered = async () => (await viewer.lover.watch.listContinueWatching({})).items.length;
  expect(await offered()).toBe(1);
  await film.media.deleteTranscode(videoId ?? '');
  await eventually(async () => (await offered()) === 0);
  await film.media.completeTranscode(videoId ?? '');
  await eventually(async () => (await offered()) === 1);
});

test('reaching the running time is finishing, and going back by more than 5 s is not [WAT-10]', async () => {
  const viewer = await watching();
  await viewer.playTo(599_500, 599_500);
  expect(await viewer.progress()).toMatchObject({ finished: true });
  await viewer.playTo(594_500, 599_600, 100);
  expect(await viewer.progress()).toMatchObject({ positionMs: 594_500, finished: true });
  await viewer.playTo(589_499, 599_700, 100);
  expect(await viewer.progress()).toMatchObject({ positionMs: 589_499, finished: false });
});

test('an event without a played time continues from what was played, and of several the last counts [WAT-17]', async () => {
  const viewer = await watching();
  await viewer.playTo(30_000, 30_000);
  film.clock.advance(1_000);
  await viewer.record(PlaybackEventKind.PAUSE, 31_000);
  expect(await viewer.progress()).toMatchObject({ positionMs: 31_000 });

  film.clock.advance(60_000);
  const event = (secondsAgo: number, timeMs: number) => ({
    ...{ eventId: newId(), event: PlaybackEventKind.PAUSE, timeMs },
    occurredAt: timestampFromDate(new Date(film.clock.now().getTime() - secondsAgo * 1_000)),
  });
  const { playbackSessionId } = viewer;
  await viewer.lover.watch.recordPlaybackEvents({ playbackSessionId, events: [event(5, 55_000), event(40, 40_000)] });
  expect(await viewer.progress()).toMatchObject({ positionMs: 55_000 });
});

test('an event counts once however often and late it comes, and an old position never replaces a newer one [WAT-09] [WAT-17]', async () => {
  const viewer = await watching();
  const offline = await play(viewer.lover);
  const then = new Date(film.clock.now().getTime() + 10_000);
  film.clock.advance(400_000);
  const eventId = newId();
  const pause = () => viewer.record(PlaybackEventKind.PAUSE, 350_000, { eventId, playedMs: 350_000 });
  expect(await pause()).toMatchObject({ recorded: 1 });
  expect(await pause()).toMatchObject({ recorded: 0 });
  expect(await viewer.progress()).toMatchObject({ positionMs: 350_000 });

  // Written while the browser was offline, from another session, before all of that.
  expect(await offline.record(PlaybackEventKind.PLAY, 9_000, { occurredAt: then, playedMs: 9_000 })).toMatchObject({
    recorded: 1,
  });
  expect(await viewer.progress()).toMatchObject({ positionMs: 350_000 });
  const rows = await film.db.query(
    'SELECT event, time_ms FROM playback_events WHERE film_id = $1 ORDER BY time_ms DESC',
    [filmId],
  );
  expect(rows).toEqual([
    { event: 'PAUSE', timeMs: 350_000 },
    { event: 'PLAY', timeMs: 9_000 },
  ]);
});

test('a late heartbeat of the same session changes nothing; of many only the last is written', async () => {
  const viewer = await watching();
  await viewer.playTo(30_000, 30_000);
  await viewer.playTo(45_000, 45_000, 15_000);
  await viewer.playTo(15_000, 15_000, 0);
  expect(await viewer.progress()).toMatchObject({ positionMs: 45_000 });
  await viewer.playTo(20_000, 20_000, 0);
  expect(await viewer.progress()).toMatchObject({ positionMs: 45_000 });
});

test('the clock of the device is corrected by what it says it is', async () => {
  const viewer = await watching();
  const other = await play(viewer.lover);
  film.clock.advance(100_000);
  await other.record(PlaybackEventKind.PAUSE, 50_000, { playedMs: 50_000 });
  film.clock.advance(100_000);
  const behind = (ms: number) => timestampFromDate(new Date(film.clock.now().getTime() - ms));
  await viewer.lover.watch.recordPlaybackEvents({
    playbackSessionId: viewer.playbackSessionId,
    sentAt: behind(3_600_000),
    events: [
      {
        eventId: newId(),
        event: PlaybackEventKind.PAUSE,
        timeMs: 90_000,
        playedMs: 90_000,
        occurredAt: behind(3_610_000),
      },
    ],
  });
  expect(await viewer.progress()).toMatchObject({ positionMs: 90_000 });
});

test('an event dated into the future counts as now: what happens after it still moves the progress [WAT-17:clock]', async () => {
  const viewer = await watching();
  const other = await play(viewer.lover);
  film.clock.advance(10_000);
  const ahead = new Date(film.clock.now().getTime() + 30 * 86_400_000);
  await viewer.record(PlaybackEventKind.PAUSE, 5_000, { occurredAt: ahead, playedMs: 5_000 });
  film.clock.advance(1_000);
  await other.record(PlaybackEventKind.PAUSE, 8_000, { playedMs: 8_000 });
  expect(await viewer.progress()).toMatchObject({ positionMs: 8_000 });

  // A device whose clock is far behind cannot date its events into the future either.
  const sentAt = timestampFromDate(new Date(0));
  const event = { eventId: newId(), event: PlaybackEventKind.PLAY, timeMs: 9_000, playedMs: 9_000 };
  await viewer.lover.watch.recordPlaybackEvents({
    playbackSessionId: viewer.playbackSessionId,
    sentAt,
    events: [{ ...event, occurredAt: timestampFromDate(film.clock.now()) }],
  });
  expect(await viewer.progress()).toMatchObject({ positionMs: 9_000 });
  film.clock.advance(1_000);
  await other.record(PlaybackEventKind.PAUSE, 10_000, { playedMs: 10_000 });
  expect(await viewer.progress()).toMatchObject({ positionMs: 10_000 });
  const [latest] = await film.db.query<{ at: Date }>(
    'SELECT max(occurred_at) AS at FROM playback_events WHERE film_id = $1',
    [filmId],
  );
  expect(latest?.at).toEqual(film.clock.now());
});

test('an event from long ago is dated to 30 days ago, and a position beyond the film to its end', async () => {
  const viewer = await watching();
  film.clock.advance(10_000);
  await viewer.record(PlaybackEventKind.PAUSE, 2_000_000_000, { occurredAt: new Date(0), playedMs: 2_000_000_000 });
  const [row] = await film.db.query<{ occurredAt: Date }>(
    'SELECT occurred_at FROM playback_events WHERE film_id = $1',
    [filmId],
  );
  expect(row?.occurredAt).toEqual(new Date(film.clock.now().getTime() - 30 * 86_400_000));
  expect(await viewer.progress()).toMatchObject({ positionMs: 600_000, finished: true });
  const [session] = await film.db.query<{ playedMs: number }>('SELECT played_ms FROM playback_sessions WHERE id = $1', [
    viewer.playbackSessionId,
  ]);
  expect(session?.playedMs).toBeLessThanOrEqual(12_000);
  await viewer.record(PlaybackEventKind.PLAY, -5, { playedMs: 12_000 });
  expect(await viewer.progress()).toMatchObject({ positionMs: 0 });
});

test('events that are none, too many, or of another film are refused', async () => {
  const viewer = await watching();
  const { playbackSessionId } = viewer;
  const send = (events: object[], more = {}) =>
    viewer.lover.watch.recordPlaybackEvents({ playbackSessionId, events, ...more });
  const event = () => ({ eventId: newId(), event: PlaybackEventKind.PLAY });
  await expect(send(Array.from({ length: 201 }, event))).rejects.toMatchObject({ code: Code.InvalidArgument });
  await expect(send([{ eventId: newId(), event: 99 }])).rejects.toMatchObject({ code: Code.InvalidArgument });
  await expect(send([{ eventId: '', event: PlaybackEventKind.PLAY }])).rejects.toMatchObject({
    code: Code.InvalidArgument,
  });
  await expect(send([{ ...event(), eventId: 'x'.repeat(65) }])).rejects.toMatchObject({ code: Code.InvalidArgument });
  const twice = event();
  await expect(send([event(), twice, twice])).rejects.toMatchObject({
    fields: [{ field: 'events.2.eventId', message: 'Each event needs an id of its own.' }],
  });
  await expect(send([event()], { filmId: newId() })).rejects.toMatchObject({ fields: [{ field: 'filmId' }] });
});

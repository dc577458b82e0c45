import { create } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { FilmUnlockedSchema, FilmViewedSchema } from '@marquee/contracts/events/v1/film_pb';
import { AccountSuspendedSchema, SessionEndedSchema } from '@marquee/contracts/events/v1/identity_pb';
import { AssetKind, ProjectType, ReleaseType } from '@marquee/contracts/film/v1/film_pb';
import { PlaybackEventKind, PrimaryAction } from '@marquee/contracts/film/v1/watch_pb';
import { newId } from '@marquee/data/ids';
import { eventually } from '@marquee/testing/eventually';
import { type FilmHarness, filmService } from '../testing/film-service.ts';

let film: FilmHarness;
let filmId: string;
beforeAll(async () => {
  film = await filmService();
});
beforeEach(async () => {
  filmId = await film.releasedFilm(film.maker());
});

type Lover = ReturnType<FilmHarness['lover']>;

/** A viewer in the middle of the film, and what they do there. */
async function watching(lover: Lover = film.lover()) {
  await lover.watch.unlockFilm({ requestId: newId(), filmId });
  return play(lover);
}

async function play(lover: Lover) {
  const started = await lover.watch.startPlayback({ requestId: newId(), filmId });
  const { playbackSessionId } = started;
  return {
    lover,
    started,
    playbackSessionId,
    /** Plays on for so long, by the clock too, and sends a heartbeat. */
    async playTo(positionMs: number, playedMs: number, passedMs = playedMs) {
      film.clock.advance(passedMs);
      return lover.watch.heartbeat({ playbackSessionId, positionMs, playedMs });
    },
    mark: (playedMs: number) => lover.watch.markView({ playbackSessionId, playedMs }),
    record: (
      event: PlaybackEventKind,
      timeMs: number,
      more: { eventId?: string; occurredAt?: Date; playedMs?: number } = {},
    ) =>
      lover.watch.recordPlaybackEvents({
        playbackSessionId,
        filmId,
        events: [
          {
            eventId: more.eventId ?? newId(),
            event,
            timeMs,
            playedMs: more.playedMs ?? 0,
            occurredAt: timestampFromDate(more.occurredAt ?? film.clock.now()),
          },
        ],
      }),
    progress: () => lover.watch.getPlaybackProgress({ filmId }),
  };
}

const views = async () => (await film.visitor().catalogue.getFilm({ filmId })).film?.counters?.viewCount;

test('access says what a viewer may do: sign in, unlock, watch [WAT-01:access] [FLM-02:access]', async () => {
  const visitor = await film.visitor().watch.getFilmAccess({ filmId });
  expect(visitor.access).toMatchObject({ valid: false, action: PrimaryAction.SIGN_IN, reason: 'SIGN_IN_NEEDED' });
  const lover = film.lover();
  const locked = await lover.watch.getFilmAccess({ filmId });
  expect(locked.access).toMatchObject({
    valid: false,
    action: PrimaryAction.UNLOCK,
    reason: 'UNLOCK_REQUIRED',
    message: 'You need to unlock this film to watch it.',
  });
  await lover.watch.unlockFilm({ requestId: newId(), filmId });
  const open = await lover.watch.getFilmAccess({ filmId });
  expect(open.access).toMatchObject({ valid: true, action: PrimaryAction.WATCH, signedUrl: '' });
  const { started } = await play(lover);
  expect(started.access).toMatchObject({ valid: true, signedUrl: expect.stringMatching(/^\/v\/[^/]+\/[^/]+\/$/) });
  expect(started).toMatchObject({
    hlsManifest: 'master.m3u8',
    dashManifest: 'manifest.mpd',
    runningTime: 600,
    rated: false,
  });
});

test('watching needs an unlock; a free one lasts 48 hours, and unlocking again while it lasts adds nothing [WAT-02:free] [WAT-18]', async () => {
  const lover = film.lover();
  await expect(lover.watch.startPlayback({ requestId: newId(), filmId })).rejects.toMatchObject({
    code: Code.FailedPrecondition,
    reason: 'UNLOCK_REQUIRED',
    message: 'You need to unlock this film to watch it.',
  });
  const end = timestampFromDate(new Date(film.clock.now().getTime() + 48 * 3_600_000));
  expect((await lover.watch.unlockFilm({ requestId: newId(), filmId })).access?.expireAt).toEqual(end);
  film.clock.advance(3_600_000);
  expect((await lover.watch.unlockFilm({ requestId: newId(), filmId })).access?.expireAt).toEqual(end);
  const unlocks = async () => (await film.staff().backOffice.getAnyFilm({ filmId })).film?.unlockCount;
  expect(await unlocks()).toBe(1n);
  expect((await film.published(FilmUnlockedSchema)).filter((event) => event.filmId === filmId)).toHaveLength(1);

  film.clock.advance(47 * 3_600_000 - 1);
  expect((await lover.watch.getFilmAccess({ filmId })).access?.valid).toBe(true);
  const { playTo } = await play(lover);
  expect((await playTo(1_000, 1)).access).toMatchObject({ valid: false, reason: 'UNLOCK_REQUIRED', signedUrl: '' });
  await expect(lover.watch.startPlayback({ requestId: newId(), filmId })).rejects.toMatchObject({
    reason: 'UNLOCK_REQUIRED',
  });
  await lover.watch.unlockFilm({ requestId: newId(), filmId });
  expect(await unlocks()).toBe(2n);
});

test('creator and staff preview what nobody else may watch, and see so; it is no view [WAT-16:unlock]', async () => {
  const maker = film.maker();
  const draft = await film.completeFilm(maker);
  for (const viewer of [maker, film.staff()]) {
    const { access } = await viewer.watch.getFilmAccess({ filmId: draft });
    expect(access).toMatchObject({ valid: true, preview: true, action: PrimaryAction.WATCH });
    const { playbackSessionId } = await viewer.watch.startPlayback({ requestId: newId(), filmId: draft });
    film.clock.advance(70_000);
    expect(await viewer.watch.markView({ playbackSessionId, playedMs: 70_000 })).toMatchObject({ counted: false });
  }
  await expect(film.lover().watch.startPlayback({ requestId: newId(), filmId: draft })).rejects.toMatchObject({
    code: Code.NotFound,
    reason: 'FILM_NOT_AVAILABLE',
  });

  // The right is asked for at every call: a creator who is none any more is out at the next heartbeat.
  const { playbackSessionId } = await maker.watch.startPlayback({ requestId: newId(), filmId: draft });
  await film.db.query('UPDATE films SET created_by = $2 WHERE id = $1', [draft, newId()]);
  const { access } = await maker.watch.heartbeat({ playbackSessionId, positionMs: 0, playedMs: 0 });
  expect(access).toMatchObject({ valid: false, reason: 'FILM_NOT_AVAILABLE' });
});

test('what cannot be watched says what can be done instead', async () => {
  const maker = film.maker();
  const { watch } = film.lover();
  const actionOf = async (id: string) => (await watch.getFilmAccess({ filmId: id })).access;
  await maker.studio.listMyFilms({});
  const { film: draft } = await maker.studio.createFilm({
    requestId: newId(),
    filmTitle: 'Draft',
    projectType: ProjectType.SHORT,
  });
  expect((await maker.watch.getFilmAccess({ filmId: draft?.film?.id ?? '' })).access).toMatchObject({
    action: PrimaryAction.NONE,
    reason: 'FILM_MISSING',
  });
  await film.db.query(`UPDATE films SET release_type = 'TRAILER' WHERE id = $1`, [filmId]);
  expect(await actionOf(filmId)).toMatchObject({ action: PrimaryAction.TRAILER, reason: 'NOTHING_TO_WATCH' });
  await expect(watch.unlockFilm({ requestId: newId(), filmId })).rejects.toMatchObject({ reason: 'NOTHING_TO_WATCH' });
  await film.db.query(`UPDATE films SET release_type = 'SCREENING', screening_start_time = $2 WHERE id = $1`, [
    filmId,
    new Date(film.clock.now().getTime() + 60_000),
  ]);
  expect(await actionOf(filmId)).toMatchObject({ action: PrimaryAction.TRAILER, reason: 'SCREENING_NOT_STARTED' });
  film.clock.advance(60_000);
  expect(await actionOf(filmId)).toMatchObject({ action: PrimaryAction.UNLOCK });
  await film.db.query('UPDATE films SET is_free = false, usd_cost = 500 WHERE id = $1', [filmId]);
  expect(await actionOf(filmId)).toMatchObject({
    action: PrimaryAction.GET_TICKET,
    message: 'You need to purchase a ticket to join this premiere.',
  });
  expect(ReleaseType.SCREENING).toBe(2);
});

test('a film is only said to be processed while it is; without a transcode and after a failed one it says so', async () => {
  const maker = film.maker();
  const id = await film.releasedFilm(maker);
  const { film: mine } = await maker.studio.getMyFilm({ filmId: id });
  const videoId = mine?.assets.find(({ kind }) => kind === AssetKind.FILM_VIDEO)?.mediaId ?? '';
  const lover = film.lover();
  await lover.watch.unlockFilm({ requestId: newId(), filmId: id });
  const { playbackSessionId } = await lover.watch.startPlayback({ requestId: newId(), filmId: id });
  const says = async (reason: string, message: string) => {
    await eventually(async () => (await lover.watch.getFilmAccess({ filmId: id })).access?.reason === reason);
    const expected = { valid: false, action: PrimaryAction.TRAILER, reason, message };
    expect((await lover.watch.getFilmAccess({ filmId: id })).access).toMatchObject(expected);
    const beat = { playbackSessionId, positionMs: 0, playedMs: 0 };
    expect((await lover.watch.heartbeat(beat)).access).toMatchObject(expected);
    const start = lover.watch.startPlayback({ requestId: newId(), filmId: id });
    await expect(start).rejects.toMatchObject({ reason, message });
  };
  await film.media.deleteTranscode(videoId);
  await says('FILM_NOT_TRANSCODED', 'This film is not available to watch yet.');
  await film.media.startTranscode(videoId);
  await says('FILM_PROCESSING', 'This film is still being processed. Please come back in a few minutes.');
  await film.media.failTranscode(videoId);
  await says('FILM_FAILED', 'The video of this film could not be converted, so it cannot be watched yet.');
  await film.media.completeTranscode(videoId);
  await eventually(async () => (await lover.watch.getFilmAccess({ filmId: id })).access?.valid === true);
});

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
  filmId = await film.releasedFilm(maker);
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

test('a view counts after 60 seconds really played, once per playback session [WAT-07:film]', async () => {
  const viewer = await watching();
  expect(await viewer.mark(60_000)).toMatchObject({ counted: false });
  await viewer.playTo(30_000, 30_000);
  expect(await viewer.mark(60_000)).toMatchObject({ counted: false });
  // A pause of ten minutes is not played time, whatever the client says of it afterwards.
  for (let i = 0; i < 40; i++) await viewer.playTo(30_000, 30_000, 15_000);
  expect(await viewer.mark(60_000)).toMatchObject({ counted: false });
  expect(await views()).toBe(0n);

  await viewer.playTo(60_000, 60_000, 30_000);
  expect(await viewer.mark(60_000)).toMatchObject({ counted: true });
  expect(await viewer.mark(60_000)).toMatchObject({ counted: true });
  await Promise.all([viewer.mark(61_000), viewer.mark(61_000)]);
  expect(await views()).toBe(1n);
  await film.staff().backOffice.setFilmFlags({ requestId: newId(), filmId, published: false });
  // What was counted stays so, also for who may watch no more.
  expect(await viewer.mark(61_000)).toMatchObject({ counted: true });
  await film.staff().backOffice.setFilmFlags({ requestId: newId(), filmId, published: true });
  expect((await film.published(FilmViewedSchema)).filter((event) => event.filmId === filmId)).toHaveLength(1);

  const next = await play(viewer.lover);
  await next.playTo(61_000, 61_000);
  await Promise.all([next.mark(61_000), next.mark(61_000)]);
  expect(await views()).toBe(2n);
});

test('a view of a film of under 60 seconds counts once it was played whole [WAT-07:short]', async () => {
  await film.db.query('UPDATE films SET running_time = 28 WHERE id = $1', [filmId]);
  const viewer = await watching();
  await viewer.playTo(24_000, 24_000);
  expect(await viewer.mark(24_000)).toMatchObject({ counted: false });
  await viewer.playTo(28_000, 28_000, 4_000);
  expect(await viewer.mark(27_500)).toMatchObject({ counted: true });
  expect(await views()).toBe(1n);
});

test('an address lives ten minutes at most, is kept while it is fresh, and is renewed by the heartbeat', async () => {
  const viewer = await watching();
  const tokenOf = (url = '') => film.media.signed.get(url.split('/')[2] ?? '');
  const first = viewer.started.access?.signedUrl;
  expect(tokenOf(first)).toMatchObject({ sessionId: viewer.lover.viewer.sessionId, filmId });
  expect(tokenOf(first)?.expiresAt).toEqual(new Date(film.clock.now().getTime() + 600_000));
  expect((await viewer.playTo(15_000, 15_000)).access?.signedUrl).toBe(first);
  const renewed = (await viewer.playTo(15_000, 15_000, 300_000)).access?.signedUrl;
  expect(renewed).not.toBe(first);
  expect(tokenOf(renewed)?.expiresAt).toEqual(new Date(film.clock.now().getTime() + 600_000));

  // Never past the unlock.
  film.clock.advance(48 * 3_600_000 - 300_000 - 15_000 - 60_000);
  const last = (await viewer.playTo(15_000, 15_000, 0)).access?.signedUrl;
  expect(tokenOf(last)?.expiresAt).toEqual(new Date(film.clock.now().getTime() + 60_000));

  const native = await viewer.lover.watch.startPlayback({ requestId: newId(), filmId, nativeHls: true });
  const life = (tokenOf(native.access?.signedUrl)?.expiresAt.getTime() ?? 0) - film.clock.now().getTime();
  expect(life).toBe(60_000);
});

test('starting twice with one request id is one session', async () => {
  const lover = film.lover();
  await lover.watch.unlockFilm({ requestId: newId(), filmId });
  const requestId = newId();
  const one = await lover.watch.startPlayback({ requestId, filmId });
  const two = await lover.watch.startPlayback({ requestId, filmId });
  expect(two.playbackSessionId).toBe(one.playbackSessionId);
  expect(two.access?.signedUrl).not.toBe('');
});

test("somebody else's playback session, and one of another sign-in, are refused", async () => {
  const { playbackSessionId, lover } = await watching();
  const thief = film.lover();
  const beat = { playbackSessionId, positionMs: 1, playedMs: 1 };
  for (const call of [
    thief.watch.heartbeat(beat),
    thief.watch.markView({ playbackSessionId, playedMs: 1 }),
    thief.watch.recordPlaybackEvents({ playbackSessionId }),
    lover.watch.heartbeat({ ...beat, playbackSessionId: newId() }),
    lover.watch.heartbeat({ ...beat, playbackSessionId: 'no-id' }),
  ]) {
    await expect(call).rejects.toMatchObject({ code: Code.NotFound, reason: 'PLAYBACK_NOT_FOUND' });
  }
  const elsewhere = film.lover({ accountId: lover.viewer.accountId });
  expect((await elsewhere.watch.heartbeat(beat)).access).toMatchObject({ valid: false, reason: 'PLAYBACK_ENDED' });
});

test('playback ends with its sign-in and with the account [AUT-16:playback]', async () => {
  const one = await watching();
  const two = await watching();
  const { accountId, sessionId } = one.lover.viewer;
  await film.deliver(SessionEndedSchema, create(SessionEndedSchema, { accountId, sessionId }), accountId);
  const suspended = two.lover.viewer.accountId;
  await film.deliver(AccountSuspendedSchema, create(AccountSuspendedSchema, { accountId: suspended }), suspended);
  for (const { playTo } of [one, two]) {
    await eventually(async () => {
      const { access } = await playTo(1_000, 1_000, 0);
      return access?.valid === false && access.reason === 'PLAYBACK_ENDED' && access.signedUrl === '';
    });
  }
});

test('a film that somebody cannot see says nothing of itself, and is neither unlocked nor played [FLM-09]', async () => {
  const { watch } = film.lover();
  const draft = await film.completeFilm(film.maker());
  for (const [id, reason] of [
    [draft, 'FILM_NOT_AVAILABLE'],
    [newId(), 'FILM_NOT_FOUND'],
    ['no-id', 'FILM_NOT_FOUND'],
  ] as const) {
    for (const call of [
      () => watch.getFilmAccess({ filmId: id }),
      () => watch.getPlaybackProgress({ filmId: id }),
      () => watch.unlockFilm({ requestId: newId(), filmId: id }),
      () => watch.startPlayback({ requestId: newId(), filmId: id }),
    ]) {
      await expect(call()).rejects.toMatchObject({ reason });
    }
  }
});

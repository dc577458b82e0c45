import { create } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { FilmUnlockedSchema, FilmViewedSchema } from '@marquee/contracts/events/v1/film_pb';
import { AccountSuspendedSchema, SessionEndedSchema } from '@marquee/contracts/events/v1/identity_pb';
import { AssetKind, DrmEncodingStatus, ProjectType, ReleaseType } from '@marquee/contracts/film/v1/film_pb';
import { PrimaryAction, type StartPlaybackResponse } from '@marquee/contracts/film/v1/watch_pb';
import { newId } from '@marquee/data/ids';
import { eventually } from '@marquee/testing/eventually';
import { completeFields } from '../testing/film-service.ts';
import { film, filmId, play, views, watchInstead, watching } from '../testing/playing.ts';

test('access says what a viewer may do: sign in, unlock, watch [WAT-01:access] [WAT-01] [FLM-02:access]', async () => {
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

test('playback comes with the chapters, and with a watermark of its own for each viewer where the owner asks [STU-12:chapters] [WAT-14:watermark]', async () => {
  const chapters = { values: [{ startS: 60, title: 'The crossing' }] };
  await film.staff().studio.updateFilm({ requestId: newId(), filmId, chapters });
  const lover = film.lover();
  await film.introduce(lover.viewer, 'Ana', 'Reis');
  expect((await watching(lover)).started).toMatchObject({ chapters: chapters.values, watermark: '' });
  await film.staff().studio.updateFilm({ requestId: newId(), filmId, watermark: true });
  const marks = [await watching(lover), await watching(lover), await watching()].map(({ started }) => {
    const { watermark, playbackSessionId } = started;
    expect(playbackSessionId.endsWith(watermark.slice(-8))).toBe(true);
    return watermark;
  });
  expect(marks).toEqual([expect.stringMatching(/^Ana Reis · [0-9a-f]{8}$/), expect.anything(), expect.anything()]);
  // Whose name is not known has a code alone.
  expect(marks[2]).toMatch(/^[0-9a-f]{8}$/);
  expect(new Set(marks).size).toBe(3);
});

test('watching needs an unlock; a free one lasts 48 hours, and unlocking again while it lasts adds nothing [WAT-02] [WAT-18]', async () => {
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
  await says('FILM_PROCESSING', 'We are preparing this film. You can watch it here in a few minutes.');
  await film.media.failTranscode(videoId);
  await says('FILM_FAILED', 'This film cannot be watched yet: preparing it went wrong. Please come back later.');
  await film.media.completeTranscode(videoId);
  await eventually(async () => (await lover.watch.getFilmAccess({ filmId: id })).access?.valid === true);
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

test('a licence of a protected film is for the own session, while its sign-in and the right to the film last [WAT-14:licence] [WAT-06:status]', async () => {
  const maker = film.maker();
  watchInstead(await film.releasedFilm(maker));
  const mediaId = (await maker.studio.getMyFilm({ filmId })).film?.assets.find(
    ({ kind }) => kind === AssetKind.FILM_VIDEO,
  )?.mediaId;
  if (!mediaId) throw new Error('The film has no video');
  const clear = await watching();
  const statusOf = (started: StartPlaybackResponse) => started.drmEncodingStatus;
  expect(statusOf(clear.started)).toBe(DrmEncodingStatus.UNSPECIFIED);
  const ofClear = { playbackSessionId: clear.playbackSessionId };
  for (const fromServer of [false, true]) {
    await expect(clear.lover.watch.getLicence({ ...ofClear, fromServer })).rejects.toMatchObject({
      ...{ code: Code.FailedPrecondition, reason: 'NOT_PROTECTED' },
      message: expect.stringContaining('This film is not protected: it plays without a licence.'),
    });
  }
  await film.media.protect(mediaId);
  await eventually(async () => {
    const known = (await maker.studio.getMyFilm({ filmId })).film;
    expect([known?.drmEncodingStatus, known?.film?.hasFilm]).toEqual([DrmEncodingStatus.COMPLETED, true]);
  });

  // What plays gets the address of what plays by now, though the one before is fresh.
  const versionOf = (signedUrl = '') => signedUrl.split('/')[3];
  expect(versionOf(clear.started.access?.signedUrl)).toBe(`${mediaId}-v1`);
  expect(versionOf((await clear.playTo(1_000, 1_000)).access?.signedUrl)).toBe(`${mediaId}-v2`);

  const { lover, started, playbackSessionId } = await watching();
  expect(statusOf(started)).toBe(DrmEncodingStatus.COMPLETED);
  const licence = () => lover.watch.getLicence({ playbackSessionId });
  expect(JSON.parse((await licence()).clearKey)).toEqual({
    keys: [{ kty: 'oct', kid: 'a2V5LWlk', k: 'a2V5' }],
    type: 'temporary',
  });
  // Licence servers are named where media has them, for protected films, and are sent a token in place of the keys.
  expect([clear.started, started].map(({ licenceServers }) => licenceServers)).toEqual([[], []]);
  expect((await lover.watch.getLicence({ playbackSessionId, fromServer: true })).clearKey).toBe('');
  const server = { keySystem: 'com.widevine.alpha', url: 'https://drm.example/', certificateUrl: '' };
  film.media.licenceServers.push(server);
  const served = await watching();
  expect(served.started.licenceServers).toMatchObject([server]);
  const asked = { playbackSessionId: served.playbackSessionId, fromServer: true };
  expect((await served.lover.watch.getLicence(asked)).token).toBe(`token of ${served.playbackSessionId} for ${filmId}`);
  await expect(film.lover().watch.getLicence(asked)).rejects.toMatchObject({ code: Code.NotFound });
  // Too many reports of players do not keep it back.
  const report = () => lover.watch.heartbeat({ playbackSessionId, positionMs: 0, playedMs: 0 });
  const reports = await Promise.allSettled(Array.from({ length: 70 }, report));
  expect(reports.at(-1)).toMatchObject({ status: 'rejected', reason: { reason: 'RATE_LIMITED' } });
  expect((await licence()).clearKey).not.toBe('');
  // No request id keeps it, and nobody else gets it.
  await expect(film.lover().watch.getLicence({ playbackSessionId })).rejects.toMatchObject({ code: Code.NotFound });
  const elsewhere = film.lover({ accountId: lover.viewer.accountId });
  await expect(elsewhere.watch.getLicence({ playbackSessionId })).rejects.toMatchObject({ reason: 'PLAYBACK_ENDED' });
  film.clock.advance(48 * 3_600_000);
  await expect(licence()).rejects.toMatchObject({ reason: 'UNLOCK_REQUIRED' });

  const signedOut = await watching();
  const { accountId, sessionId } = signedOut.lover.viewer;
  await film.deliver(SessionEndedSchema, create(SessionEndedSchema, { accountId, sessionId }), accountId);
  await eventually(() =>
    expect(signedOut.lover.watch.getLicence({ playbackSessionId: signedOut.playbackSessionId })).rejects.toMatchObject({
      reason: 'PLAYBACK_ENDED',
    }),
  );
});

test('the next video of a protected film is not ready before it is encrypted [STU-07:replacement]', async () => {
  const maker = film.maker();
  const { film: draft } = await maker.studio.createFilm({ requestId: newId(), ...completeFields });
  const id = draft?.film?.id ?? '';
  const put = async () => {
    const video = film.media.addVideo(maker.viewer.accountId);
    await film.media.completeTranscode(video.id);
    const kind = AssetKind.FILM_VIDEO;
    await maker.studio.setFilmAsset({ requestId: newId(), filmId: id, kind, mediaId: video.id });
    return video.id;
  };
  const state = async () => {
    const known = (await maker.studio.getMyFilm({ filmId: id })).film;
    return [known?.film?.hasFilm, known?.drmEncodingStatus];
  };
  const first = await put();
  expect(await state()).toEqual([true, DrmEncodingStatus.UNSPECIFIED]);
  await film.media.protect(first);
  await eventually(async () => expect(await state()).toEqual([true, DrmEncodingStatus.COMPLETED]));
  // Also where the slot was emptied before.
  await maker.studio.removeFilmAsset({ requestId: newId(), filmId: id, kind: AssetKind.FILM_VIDEO });
  const second = await put();
  expect(await state()).toEqual([false, DrmEncodingStatus.IN_PROGRESS]);
  await film.media.protect(second);
  await eventually(async () => expect(await state()).toEqual([true, DrmEncodingStatus.COMPLETED]));
});

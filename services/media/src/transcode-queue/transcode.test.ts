// @requires ffmpeg
// @inputs services/media/src

import { createHash } from 'node:crypto';
import { Code } from '@connectrpc/connect';
import { TranscodeStatus, UploadState } from '@marquee/contracts/media/v1/media_pb';
import { eventually } from '@marquee/testing/eventually';
import { viewers } from '@marquee/testing/viewers';
import { type MediaHarness, mediaService, TRANSCODE_MS } from '../testing/media-service.ts';
import { runningChildren } from '../testing/running-children.ts';
import { type ClipFolder, clipFolder } from '../testing/test-clips.ts';
import * as transcodes from './transcodes.ts';

const TEST_MS = 2 * TRANSCODE_MS;
/** Of a transcode that ends before it is done. */
const SLOWLY = { X264_PRESET: 'slower' };
let clips: ClipFolder;
beforeAll(async () => {
  clips = await clipFolder();
}, TEST_MS);
afterAll(() => clips.remove());

const isDone = ({ transcode }: { transcode?: { status: TranscodeStatus } }) =>
  transcode?.status === TranscodeStatus.COMPLETE || transcode?.status === TranscodeStatus.ERROR;

async function keysUnder(media: MediaHarness, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of media.platform.blobs.list(prefix)) keys.push(key);
  return keys;
}

test(
  'an uploaded film is transcoded by itself, with progress, and can be deleted and started again [STU-06]',
  async () => {
    const media = await mediaService();
    const maker = media.maker();
    const progress: number[] = [];
    // One after the other, as the signals come.
    let reading = Promise.resolve();
    const read = async () => {
      const [row] = await media.platform.db.query<{ percent: number }>(
        'SELECT progress_percent AS percent FROM transcodes',
      );
      if (row) progress.push(row.percent);
    };
    media.platform.signals.subscribe('asset:*', () => {
      reading = reading.then(read);
    });
    const path = await clips.film('film.mp4', { size: '640x360', seconds: 5 });
    const filmId = media.newId();
    media.films.set(filmId, { ownerId: maker.accountId });
    const id = await media.upload(maker, { path, filmId });

    const complete = await media.until(maker, id, isDone);
    expect(complete.transcode).toMatchObject({
      status: TranscodeStatus.COMPLETE,
      progressPercent: 100,
      uri: 'master.m3u8',
    });
    expect(complete.transcode?.completedAt).toBeDefined();
    expect(complete.renditions).toMatchObject([{ width: 640, height: 360 }]);
    expect(complete.audioTracks).toHaveLength(1);
    expect(complete.posterCandidates.map(({ index }) => index)).toEqual([0, 1, 2]);
    expect(complete.durationMs / 1000).toBeCloseTo(5, 0);
    // Looked at once, at the check: every attempt and every worker encodes by the same.
    const [checked] = await media.platform.db.query<{ sample: object }>(
      `SELECT source->'sample' AS sample FROM assets`,
    );
    expect(checked?.sample).toEqual({ rung: '360p', pieces: [expect.objectContaining({ below: {} })] });
    await eventually(() => expect(progress.at(-1)).toBe(100));
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    expect(await media.events()).toEqual(['UploadChecked', 'TranscodeStarted', 'TranscodeCompleted']);

    // Not while people watch it; a replacement that waits may go.
    await media.film().bindAsset({ assetId: id, filmId });
    const knownFilm = { ownerId: maker.accountId, published: true };
    media.films.set(filmId, { ...knownFilm, liveMediaId: id });
    await expect(media.rpc(maker).deleteTranscode({ assetId: id })).rejects.toMatchObject({ reason: 'ASSET_LIVE' });
    media.films.set(filmId, { ...knownFilm, waitingMediaId: id });
    const deleted = await media.rpc(maker).deleteTranscode({ assetId: id });
    expect(deleted.asset?.transcode?.status).toBe(TranscodeStatus.UNSPECIFIED);
    expect(deleted.asset?.posterCandidates).toEqual([]);
    await media.rpc(maker).startTranscode({ assetId: id, requestId: 'again' });
    const again = await media.until(maker, id, isDone);
    expect(again.transcode?.status).toBe(TranscodeStatus.COMPLETE);
    const versions = new Set((await keysUnder(media, `renditions/${id}/`)).map((key) => key.split('/')[2]));
    expect(versions.size).toBeGreaterThan(0);
  },
  TEST_MS,
);

test(
  'starting twice is once, and only a checked video of its maker can be started [STU-06]',
  async () => {
    const media = await mediaService({ env: { TRANSCODE_WORKER: '0' } });
    const maker = media.maker();
    const id = await media.upload(maker, { path: await clips.film() });
    await media.checked(maker, id);
    const first = await media.rpc(maker).startTranscode({ assetId: id, requestId: 'r1' });
    const second = await media.rpc(maker).startTranscode({ assetId: id, requestId: 'r2' });
    expect(first.asset?.transcode).toMatchObject({ status: TranscodeStatus.IN_PROGRESS, waiting: true });
    expect(second.asset?.transcode?.status).toBe(TranscodeStatus.IN_PROGRESS);
    expect(await media.platform.db.query('SELECT 1 FROM transcodes')).toHaveLength(1);

    for (const stranger of [viewers.entertainmentPro(), viewers.company()]) {
      const rpc = media.rpc(stranger);
      const forbidden = { code: Code.PermissionDenied, reason: 'ASSET_NOT_YOURS' };
      await expect(rpc.getAsset({ assetId: id })).rejects.toMatchObject(forbidden);
      await expect(rpc.startTranscode({ assetId: id, requestId: 'x' })).rejects.toMatchObject(forbidden);
      await expect(rpc.cancelTranscode({ assetId: id })).rejects.toMatchObject(forbidden);
      await expect(rpc.deleteTranscode({ assetId: id })).rejects.toMatchObject(forbidden);
      await expect(rpc.deleteAsset({ assetId: id })).rejects.toMatchObject(forbidden);
      await expect(rpc.usePosterCandidate({ assetId: id, index: 0, requestId: 'p' })).rejects.toMatchObject(forbidden);
    }
    expect((await media.rpc(viewers.staff()).getAsset({ assetId: id })).asset?.ownerId).toBe(maker.accountId);
    for (const assetId of [media.newId(), 'nonsense', '']) {
      await expect(media.rpc(maker).getAsset({ assetId })).rejects.toMatchObject({ code: Code.NotFound });
    }
    await expect(media.rpc(viewers.movieLover()).getAsset({ assetId: id })).rejects.toMatchObject({
      code: Code.PermissionDenied,
    });
  },
  TEST_MS,
);

test(
  'a running transcode is cancelled at once, leaves nothing, and starts again [STU-06]',
  async () => {
    const children = runningChildren();
    const media = await mediaService({ env: SLOWLY });
    const maker = media.maker();
    const path = await clips.film('long.mp4', { seconds: 40 });
    const id = await media.upload(maker, { path });
    await media.until(maker, id, ({ transcode }) => (transcode?.progressPercent ?? 0) > 0);

    await media.rpc(maker).cancelTranscode({ assetId: id });
    await eventually(() => children.size === 0);
    const none = await media.rpc(maker).getAsset({ assetId: id });
    expect(none.asset?.transcode?.status).toBe(TranscodeStatus.UNSPECIFIED);
    expect(await keysUnder(media, `renditions/${id}/`)).toEqual([]);
    expect(await media.events()).toEqual(['UploadChecked', 'TranscodeStarted', 'TranscodeDeleted']);
    const started = await media.rpc(maker).startTranscode({ assetId: id, requestId: 'again' });
    expect(started.asset?.transcode?.status).toBe(TranscodeStatus.IN_PROGRESS);
    await media.rpc(maker).deleteAsset({ assetId: id });
    await expect(media.rpc(maker).getAsset({ assetId: id })).rejects.toMatchObject({ reason: 'ASSET_NOT_FOUND' });
    await eventually(() => children.size === 0);
  },
  TEST_MS,
);

test(
  'a failing transcode is an error with a text, the source stays, and it can be started again [STU-06]',
  async () => {
    const media = await mediaService({ env: { PACKAGER_PATH: '/bin/false' } });
    const maker = media.maker();
    const id = await media.upload(maker, { path: await clips.film() });
    const failed = await media.until(maker, id, isDone);
    expect(failed.transcode).toMatchObject({
      status: TranscodeStatus.ERROR,
      errorReason: 'TRANSCODE_FAILED',
      errorMessage:
        'We could not prepare this video. Your file is safe. Please start again, or upload another export of it.',
    });
    expect(failed.state).toBe(UploadState.READY);
    expect((await media.events()).at(-1)).toBe('TranscodeFailed');
    const again = await media.rpc(maker).startTranscode({ assetId: id, requestId: 'again' });
    expect(again.asset?.transcode?.status).toBe(TranscodeStatus.IN_PROGRESS);
    await media.until(maker, id, isDone);
  },
  TEST_MS,
);

test(
  'a worker that was lost is replaced, and what it publishes late is refused and swept',
  async () => {
    const media = await mediaService({ env: { TRANSCODE_WORKER: '0' } });
    const { db } = media.platform;
    const maker = media.maker();
    const id = await media.upload(maker, { path: await clips.film() });
    await media.checked(maker, id);
    const claim = () => transcodes.work.claim(db, new Date());
    const lost = await claim();
    expect(lost).toMatchObject({ attempt: 1, losses: 0 });
    expect(await claim()).toBeUndefined();

    await db.query("UPDATE transcodes SET lease_until = now() - interval '1 second'");
    const taken = await claim();
    expect(taken).toMatchObject({ id: lost?.id, attempt: 2, losses: 1 });

    const late = { id: lost?.id ?? '', attempt: 1 };
    const result = { prefix: 'renditions/late/', renditions: [], audioTracks: [], posterIds: [] };
    expect(await transcodes.work.renew(db, late)).toBe(false);
    expect(await transcodes.progress(db, late, 50)).toBe(false);
    expect(await transcodes.complete(db, late, result)).toBe(false);
    expect(await transcodes.fail(db, late, 'TRANSCODE_FAILED')).toBe(false);
    const held = { ...late, attempt: 2 };
    expect(await transcodes.complete(db, held, result)).toBe(true);
    expect(await transcodes.complete(db, held, result)).toBe(false);
  },
  TEST_MS,
);

test(
  'a transcode whose worker was lost continues by itself, once, under a new prefix',
  async () => {
    const media = await mediaService({ env: { TRANSCODE_WORKER: '0' } });
    const { db, blobs } = media.platform;
    const maker = media.maker();
    const id = await media.upload(maker, { path: await clips.film() });
    await media.checked(maker, id);
    const lost = await transcodes.work.claim(db, new Date());
    await blobs.put(`renditions/${id}/${lost?.id}/1/half.m4s`, Buffer.from('half a segment'));
    await db.query("UPDATE transcodes SET lease_until = now() - interval '1 second'");

    Object.assign(media.config, { TRANSCODE_WORKER: '1' });
    await media.restart();
    const done = await media.until(maker, id, isDone);
    expect(done.transcode?.status).toBe(TranscodeStatus.COMPLETE);
    const [row] = await db.query<{ prefix: string }>('SELECT output_prefix AS prefix FROM transcodes');
    expect(row?.prefix).toBe(`renditions/${id}/${lost?.id}/2/`);
    await db.query('UPDATE garbage SET due_at = now()');
    await media.restart();
    await eventually(async () => (await keysUnder(media, `renditions/${id}/${lost?.id}/1/`)).length === 0);
    expect((await media.events()).filter((type) => type === 'TranscodeCompleted')).toHaveLength(1);
  },
  TEST_MS,
);

test(
  'a process that stops in the middle gives its transcode back, and the next one does it',
  async () => {
    const media = await mediaService({ env: SLOWLY });
    const maker = media.maker();
    const path = await clips.film('stopped.mp4', { seconds: 20 });
    const id = await media.upload(maker, { path });
    await media.until(maker, id, ({ transcode }) => (transcode?.progressPercent ?? 0) > 0);
    await media.stop();
    const [row] = await media.platform.db.query<{ status: string; losses: number }>(
      'SELECT status, losses FROM transcodes',
    );
    expect(row).toEqual({ status: 'WAITING', losses: 0 });
    Object.assign(media.config, { X264_PRESET: 'ultrafast' });
    await media.restart();
    const done = await media.until(maker, id, isDone);
    expect(done.transcode?.status).toBe(TranscodeStatus.COMPLETE);
  },
  TEST_MS,
);

test(
  'a film that takes its workers down with it ends in an error instead of a circle',
  async () => {
    const media = await mediaService({ env: { TRANSCODE_WORKER: '0' } });
    const { db } = media.platform;
    const maker = media.maker();
    const id = await media.upload(maker, { path: await clips.film() });
    await media.checked(maker, id);
    await db.query("UPDATE transcodes SET status = 'RUNNING', losses = 2, lease_until = now() - interval '1 second'");
    Object.assign(media.config, { TRANSCODE_WORKER: '1' });
    await media.restart();
    const failed = await media.until(maker, id, isDone);
    expect(failed.transcode).toMatchObject({ status: TranscodeStatus.ERROR, errorReason: 'WORKER_LOST' });
  },
  TEST_MS,
);

test(
  'a poster candidate becomes a picture of its own that outlives the video',
  async () => {
    const media = await mediaService();
    const maker = media.maker();
    const id = await media.upload(maker, { path: await clips.film('poster.mp4', { size: '640x360' }) });
    await media.until(maker, id, isDone);
    const request = { assetId: id, index: 1, requestId: 'poster' };
    const { asset } = await media.rpc(maker).usePosterCandidate(request);
    const retried = await media.rpc(maker).usePosterCandidate(request);
    expect(retried.asset?.id).toBe(asset?.id);
    expect(asset).toMatchObject({ slot: 'POSTER_IMAGE', state: UploadState.READY, image: { width: 640, height: 360 } });
    await expect(media.rpc(maker).usePosterCandidate({ ...request, requestId: '' })).rejects.toMatchObject({
      fields: [expect.objectContaining({ field: 'requestId' })],
    });
    await expect(media.rpc(maker).usePosterCandidate({ ...request, index: 3, requestId: 'p3' })).rejects.toMatchObject({
      reason: 'POSTER_NOT_FOUND',
    });
    await media.rpc(maker).deleteAsset({ assetId: id });
    const response = await fetch(media.url(`${asset?.image?.uri}/320.jpg`));
    expect(response.status).toBe(200);
    expect(
      createHash('sha256')
        .update(Buffer.from(await response.arrayBuffer()))
        .digest('hex'),
    ).toHaveLength(64);
    // The repeated request copied the bytes again, and nothing named them.
    await media.platform.db.query('UPDATE garbage SET due_at = now()');
    await media.restart();
    const pictureId = asset?.image?.uri.split('/').at(-1);
    const isNamed = (key: string) => key.startsWith(`pictures/${pictureId}/`);
    await eventually(async () => {
      const keys = await keysUnder(media, 'pictures/');
      return keys.length > 0 && keys.every(isNamed);
    });
  },
  TEST_MS,
);

test(
  'a file that a film uses is not deleted under it',
  async () => {
    const media = await mediaService({ env: { TRANSCODE_WORKER: '0' } });
    const maker = media.maker();
    const id = await media.upload(maker, { path: await clips.film() });
    await media.checked(maker, id);
    const filmId = media.newId();
    const bound = await media.film().bindAsset({ assetId: id, filmId });
    expect(bound.asset?.filmId).toBe(filmId);
    await expect(media.film().bindAsset({ assetId: id, filmId: media.newId() })).rejects.toMatchObject({
      reason: 'ASSET_NOT_YOURS',
    });
    await expect(media.rpc(maker).deleteAsset({ assetId: id })).rejects.toMatchObject({
      code: Code.FailedPrecondition,
      reason: 'ASSET_IN_USE',
    });
    await media.film().bindAsset({ assetId: id, filmId: '' });
    await media.rpc(maker).deleteAsset({ assetId: id });
    await eventually(async () => (await keysUnder(media, `masters/${id}/`)).length === 0);
  },
  TEST_MS,
);

test(
  'a maker marks a sound as audio description, and the film is prepared again with it; not while people watch it [SET-14:audio-description]',
  async () => {
    const media = await mediaService();
    const maker = media.maker();
    const filmId = media.newId();
    const film = { ownerId: maker.accountId, published: true };
    media.films.set(filmId, film);
    const path = await clips.make(
      'two-sounds.mp4',
      ...[
        '-f',
        'lavfi',
        '-i',
        'testsrc2=s=320x180:r=25:d=1',
        '-f',
        'lavfi',
        '-i',
        'sine=d=1',
        '-map',
        '0',
        '-map',
        '1',
      ],
      ...['-map', '1', '-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac'],
    );
    const id = await media.upload(maker, { path, filmId });
    await media.until(maker, id, isDone);
    const mark = (change: object) =>
      media.rpc(maker).setAudioDescription({ assetId: id, index: 1, isDescription: true, ...change });
    await expect(mark({ index: 2 })).rejects.toMatchObject({ code: Code.NotFound, reason: 'SOUND_NOT_FOUND' });
    await media.film().bindAsset({ assetId: id, filmId });
    media.films.set(filmId, { ...film, liveMediaId: id });
    await expect(mark({})).rejects.toMatchObject({ reason: 'ASSET_LIVE' });
    media.films.set(filmId, film);

    const { asset: marked } = await mark({});
    expect(marked?.transcode?.status).toBe(TranscodeStatus.IN_PROGRESS);
    const described = await media.until(maker, id, isDone);
    expect(described.audioTracks).toMatchObject([
      { label: 'Audio', isDescription: false },
      { label: 'Audio (audio description)', isDescription: true },
    ]);
    const { baseUrl } = await media.film().signPlayback({ assetId: id, filmId, sessionId: maker.sessionId });
    const hls = await (await fetch(media.url(`${baseUrl}master.m3u8`))).text();
    expect(hls.match(/describes-video/g)).toHaveLength(1);
    // The same again prepares nothing.
    const { asset: again } = await mark({});
    expect(again?.version).toBe(described.version);
    const { asset: unmarked } = await mark({ isDescription: false });
    expect(unmarked?.transcode?.status).toBe(TranscodeStatus.IN_PROGRESS);
  },
  2 * TEST_MS,
);

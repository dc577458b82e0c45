// @requires ffmpeg
// @inputs services/media/src
import { createReadStream } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { UploadState } from '@marquee/contracts/media/v1/media_pb';
import { eventually } from '@marquee/testing/eventually';
import { recordingLog } from '@marquee/testing/recording-log';
import { viewers } from '@marquee/testing/viewers';
import { Upload } from 'tus-js-client';
import { mediaService } from '../testing/media-service.ts';
import { type ClipFolder, clipFolder } from '../testing/test-clips.ts';

const noTranscodes = { env: { TRANSCODE_WORKER: '0' } };
let clips: ClipFolder;
beforeAll(async () => {
  clips = await clipFolder();
});
afterAll(() => clips.remove());

async function refusalOf(response: Response) {
  return { status: response.status, ...((await response.json()) as { reason: string; message: string }) };
}

test('an upload continues where it was cut off, across a restart of the server [STU-11:core]', async () => {
  const media = await mediaService(noTranscodes);
  const maker = media.maker();
  const path = await clips.film('resumed.mp4', { seconds: 4 });
  const bytes = await readFile(path);
  const created = await media.create(maker, bytes.length);
  const location = created.headers.get('location') ?? '';
  expect(location).toMatch(/^\/uploads\/[0-9a-f-]{36}$/);
  const half = Math.floor(bytes.length / 2);
  expect((await media.send(maker, location, 0, bytes.subarray(0, half))).status).toBe(204);

  await media.restart();
  const listed = await media.rpc(maker).listUploads({});
  expect(listed.assets).toMatchObject([
    { state: UploadState.UPLOADING, receivedBytes: BigInt(half), sizeBytes: BigInt(bytes.length), uploadUrl: location },
  ]);
  const head = await fetch(media.url(location), {
    method: 'HEAD',
    headers: { ...media.headers(maker), 'Tus-Resumable': '1.0.0' },
  });
  expect(head.headers.get('upload-offset')).toBe(String(half));
  const wrong = await media.send(maker, location, half + 1, bytes.subarray(half + 1));
  expect(wrong.status).toBe(409);
  expect((await media.send(maker, location, half, bytes.subarray(half))).status).toBe(204);
  const checked = await media.checked(maker, location.slice('/uploads/'.length));
  expect(checked).toMatchObject({ state: UploadState.READY, width: 320, height: 180, uploadUrl: '' });
});

test('the client library of browsers resumes after its connection was cut, and a finished upload stays finished [STU-11:core]', async () => {
  const media = await mediaService(noTranscodes);
  const maker = media.maker();
  const path = await clips.film('library.mp4', { seconds: 4 });
  const { size } = await stat(path);
  const options = {
    endpoint: media.url('/uploads'),
    headers: media.headers(maker),
    metadata: { filename: 'library.mp4', slot: 'TRAILER_VIDEO' },
    chunkSize: Math.ceil(size / 4),
    uploadSize: size,
    retryDelays: [],
  };
  const address = await new Promise<string>((resolve, reject) => {
    const upload = new Upload(createReadStream(path), {
      ...options,
      onError: reject,
      onChunkComplete: async () => {
        await upload.abort();
        resolve(upload.url ?? '');
      },
    });
    upload.start();
  });
  const resume = () =>
    new Promise<void>((resolve, reject) => {
      const upload = new Upload(createReadStream(path), {
        ...options,
        uploadUrl: address,
        onError: reject,
        onSuccess: () => resolve(),
      });
      upload.start();
    });
  await resume();
  const id = address.split('/').at(-1) ?? '';
  expect((await media.checked(maker, id)).state).toBe(UploadState.READY);
  // The last answer was lost: the client asks again and hears that all is there.
  await resume();
});

test("somebody else's upload address gives nothing: not to read, write, continue or cancel [STU-11:core]", async () => {
  const media = await mediaService(noTranscodes);
  const maker = media.maker();
  const created = await media.create(maker, 1000);
  const location = created.headers.get('location') ?? '';
  const tus = { 'Tus-Resumable': '1.0.0' };
  const others = [
    { viewer: viewers.entertainmentPro(), status: 403, reason: 'UPLOAD_NOT_YOURS' },
    { viewer: viewers.movieLover(), status: 403, reason: 'UPLOADS_FOR_PROS' },
    { viewer: viewers.visitor(), status: 401, reason: 'SIGN_IN_NEEDED' },
  ];
  for (const { viewer, status, reason } of others) {
    const headers = { ...media.headers(viewer), ...tus };
    expect(await refusalOf(await media.send(viewer, location, 0, Buffer.alloc(10)))).toMatchObject({ status, reason });
    const deleted = await fetch(media.url(location), { method: 'DELETE', headers });
    expect(await refusalOf(deleted)).toMatchObject({ status, reason });
    expect((await fetch(media.url(location), { method: 'HEAD', headers })).status).toBe(status);
  }
  const forged = await fetch(media.url(location), { method: 'HEAD', headers: { ...tus, 'viewer-token': 'forged' } });
  expect(forged.status).toBe(401);
  for (const unknown of [media.newId(), '..%2f..%2fetc%2fpasswd', 'x']) {
    const headers = { ...media.headers(maker), ...tus };
    expect((await fetch(media.url(`/uploads/${unknown}`), { method: 'HEAD', headers })).status).toBe(404);
  }
  // Its maker finds it however its id is written.
  const inCapitals = `/uploads/${(location.split('/').at(-1) ?? '').toUpperCase()}`;
  const found = await fetch(media.url(inCapitals), { method: 'HEAD', headers: { ...media.headers(maker), ...tus } });
  expect([found.status, found.headers.get('upload-offset')]).toEqual([200, '0']);
  const cancelled = await fetch(media.url(location), {
    method: 'DELETE',
    headers: { ...media.headers(maker), ...tus },
  });
  expect(cancelled.status).toBe(204);
  expect((await media.rpc(maker).listUploads({})).assets).toEqual([]);
});

test('an upload request that fails for no reason of its maker is logged with the cause, which the maker does not see', async () => {
  const { log, lines } = recordingLog();
  const media = await mediaService({ ...noTranscodes, log });
  await media.platform.db.query('ALTER TABLE assets RENAME TO lost');
  const answer = await media.create(media.maker(), 1000);
  expect([answer.status, await answer.text()]).toEqual([500, expect.not.stringContaining('assets')]);
  const err = { message: expect.stringContaining('assets') };
  expect(lines()).toContainEqual(
    expect.objectContaining({ level: 'error', msg: 'an upload request failed', err: expect.objectContaining(err) }),
  );
});

test("a film of somebody else's, and one that does not exist, take no upload [STU-11:film]", async () => {
  const media = await mediaService(noTranscodes);
  const [maker, other, filmId] = [media.maker(), media.maker(), media.newId()];
  media.films.set(filmId, { ownerId: maker.accountId });
  expect((await media.create(maker, 1000, { filmId })).status).toBe(201);
  const refused = async (id: string) => refusalOf(await media.create(other, 1000, { filmId: id }));
  expect(await refused(filmId)).toMatchObject({ status: 403, reason: 'FILM_NOT_YOURS' });
  expect(await refused(media.newId())).toMatchObject({ status: 404, reason: 'FILM_NOT_FOUND' });
});

test('an unfinished upload is gone after seven days', async () => {
  const { log, lines } = recordingLog();
  const media = await mediaService({ ...noTranscodes, log });
  const maker = media.maker();
  const created = await media.create(maker, 1000);
  const [row] = await media.platform.db.query<{ days: number }>(
    'SELECT extract(epoch FROM expires_at - created_at)::float8 / 86400 AS days FROM assets',
  );
  expect(row?.days).toBeCloseTo(7, 2);
  await media.platform.db.query("UPDATE assets SET expires_at = now() - interval '1 second'");
  expect((await media.create(maker, 1000)).status).toBe(201);
  await media.restart();
  await eventually(async () => (await media.platform.db.query('SELECT 1 FROM assets')).length === 1);
  const again = await media.send(maker, created.headers.get('location') ?? '', 0, Buffer.alloc(1000));
  expect(again.status).toBe(404);
  const msg = 'an upload was not finished within 7 days and is gone';
  await eventually(() => expect(lines()).toContainEqual(expect.objectContaining({ ownerId: maker.accountId, msg })));
});

test('an upload whose last byte arrived while nobody could write it down is finished at the next start', async () => {
  const media = await mediaService(noTranscodes);
  const maker = media.maker();
  const bytes = await readFile(await clips.film());
  const created = await media.create(maker, bytes.length);
  const id = created.headers.get('location')?.slice('/uploads/'.length) ?? '';
  await media.stop();
  await writeFile(`${media.config.UPLOADS_DIR}/${id}`, bytes);
  await media.restart();
  expect((await media.checked(maker, id)).state).toBe(UploadState.READY);
});

test('an upload that somebody left whole while the server runs is finished by its next sweep', async () => {
  const media = await mediaService(noTranscodes);
  const maker = media.maker();
  const bytes = Buffer.from('no film');
  const created = await media.create(maker, bytes.length);
  const id = created.headers.get('location')?.slice('/uploads/'.length) ?? '';
  await writeFile(`${media.config.UPLOADS_DIR}/${id}`, bytes);
  // Blobs that are to be deleted wake the sweeper.
  await media.rpc(maker).deleteAsset({ assetId: await media.upload(maker, { bytes }) });
  await eventually(async () => {
    const { asset } = await media.rpc(maker).getAsset({ assetId: id });
    return asset?.state === UploadState.REFUSED;
  });
});

test('a request to an upload that another has finished is asked to retry, and then finds it complete', async () => {
  const media = await mediaService(noTranscodes);
  const maker = media.maker();
  const bytes = Buffer.from('no film');
  const id = await media.upload(maker, { bytes });
  const held = await media.send(maker, `/uploads/${id}`, 0, bytes);
  expect(held.headers.get('retry-after')).toBe('5');
  expect(await refusalOf(held)).toMatchObject({ status: 503, reason: 'UPLOAD_HELD' });
  const headers = { ...media.headers(maker), 'Tus-Resumable': '1.0.0' };
  const head = await fetch(media.url(`/uploads/${id}`), { method: 'HEAD', headers });
  expect([head.status, head.headers.get('upload-offset')]).toEqual([200, String(bytes.length)]);
});

test('lists come in pages, newest first, and a cursor that was changed is refused', async () => {
  const media = await mediaService(noTranscodes);
  const maker = media.maker();
  const ids: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    const created = await media.create(maker, 1000);
    ids.unshift(created.headers.get('location')?.slice('/uploads/'.length) ?? '');
  }
  const rpc = media.rpc(maker);
  const first = await rpc.listUploads({ pageSize: 2 });
  expect(first.assets.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  const second = await rpc.listUploads({ pageSize: 2, cursor: first.nextCursor });
  expect(second).toMatchObject({ assets: [{ id: ids[2] }], nextCursor: '' });
  const tampered = `${first.nextCursor.slice(0, -2)}xx`;
  await expect(rpc.listUploads({ cursor: tampered })).rejects.toMatchObject({ reason: 'CURSOR_INVALID' });
  const stranger = media.rpc(viewers.entertainmentPro());
  await expect(stranger.listUploads({ cursor: first.nextCursor })).rejects.toMatchObject({ reason: 'CURSOR_INVALID' });
  expect((await stranger.listUploads({})).assets).toEqual([]);
});

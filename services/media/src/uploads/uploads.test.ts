// @requires ffmpeg
// @inputs services/media/src

import { createReadStream } from 'node:fs';
import { readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { Code } from '@connectrpc/connect';
import { UploadState } from '@marquee/contracts/media/v1/media_pb';
import { SOURCE_NOTES, UPLOAD_LIMITS, UPLOAD_REFUSALS, VIDEO_LIMITS } from '@marquee/rules/media';
import { eventually } from '@marquee/testing/eventually';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { recordingLog } from '@marquee/testing/recording-log';
import { viewers } from '@marquee/testing/viewers';
import sharp from 'sharp';
import { Upload } from 'tus-js-client';
import { mediaService, type UploadInput } from '../testing/media-service.ts';
import { storeVideo } from '../testing/stored-assets.ts';
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
  const cancelled = await fetch(media.url(location), {
    method: 'DELETE',
    headers: { ...media.headers(maker), ...tus },
  });
  expect(cancelled.status).toBe(204);
  expect((await media.rpc(maker).listUploads({})).assets).toEqual([]);
});

test('room is reserved before the first byte: three open uploads and 60 GB a maker [STU-11:core]', async () => {
  const media = await mediaService(noTranscodes);
  const first = media.maker();
  for (let open = 0; open < UPLOAD_LIMITS.openMax; open += 1)
    expect((await media.create(first, 1000)).status).toBe(201);
  expect(await refusalOf(await media.create(first, 1000))).toMatchObject({ status: 429, reason: 'TOO_MANY_UPLOADS' });

  const second = media.maker();
  const { db } = media.platform;
  expect((await media.create(second, 1000)).status).toBe(201);
  const almostAll = UPLOAD_LIMITS.unfinishedBytesMax - 500;
  await db.query("UPDATE assets SET size_bytes = $2, state = 'REFUSED' WHERE owner_id = $1", [
    second.accountId,
    almostAll,
  ]);
  expect(await refusalOf(await media.create(second, 1000))).toMatchObject({ reason: 'TOO_MANY_UPLOADED_BYTES' });

  const racing = media.maker();
  const answers = await Promise.all(Array.from({ length: 8 }, () => media.create(racing, 1000)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(UPLOAD_LIMITS.openMax);
});

test('a maker has 20 files on their way at a time, and is refused more before the first byte', async () => {
  const media = await mediaService(noTranscodes);
  const { platform, maker } = { ...media, maker: media.maker() };
  const owned = { ownerId: maker.accountId };
  for (let index = 0; index < UPLOAD_LIMITS.inWorkMax - 2; index += 1)
    await storeVideo(platform, { ...owned, transcode: index === 0 ? 'COMPLETE' : 'WAITING' });
  const done = await storeVideo(platform, { ...owned, transcode: 'WAITING' });
  // A file that nobody checks yet.
  await platform.db.query(
    "UPDATE assets SET state = 'CHECKING', check_due_at = now() + interval '1 day' WHERE id = $1",
    [(await storeVideo(platform, owned)).assetId],
  );
  const counted = () => platform.db.query('SELECT id FROM assets WHERE owner_id = $1', [maker.accountId]);
  expect((await media.create(maker, 1000)).status).toBe(201);
  const before = await counted();
  expect(await refusalOf(await media.create(maker, 1000))).toEqual({
    status: 429,
    reason: 'TOO_MANY_FILES_IN_WORK',
    message:
      '20 of your files are still being sent, checked or prepared. Please wait until one is done, or cancel one.',
  });
  expect(await counted()).toEqual(before);
  expect((await media.create(media.maker(), 1000)).status).toBe(201);
  await platform.db.query("UPDATE transcodes SET status = 'COMPLETE' WHERE id = $1", [done.version]);
  expect((await media.create(maker, 1000)).status).toBe(201);
});

test('a transcode that is started again is limited and counted as a new file is', async () => {
  const clock = fixedClock('2026-11-22T12:00:00Z');
  const media = await mediaService({ ...noTranscodes, clock });
  const { platform, maker } = { ...media, maker: media.maker() };
  const { db } = platform;
  const rpc = media.rpc(maker);
  const videos = await Promise.all(
    Array.from({ length: UPLOAD_LIMITS.inWorkMax + 5 }, () => storeVideo(platform, { ownerId: maker.accountId })),
  );
  const start = ({ assetId }: { assetId: string }) => rpc.startTranscode({ assetId, requestId: media.newId() });
  const started = await Promise.allSettled(videos.map(start));
  const refused = started.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
  expect(refused).toHaveLength(5);
  for (const error of refused)
    expect(error).toMatchObject({
      ...{ code: Code.ResourceExhausted, reason: 'TOO_MANY_FILES_IN_WORK' },
      message:
        '20 of your files are still being sent, checked or prepared. Please wait until one is done, or cancel one.',
    });
  expect(await db.query('SELECT 1 FROM transcodes')).toHaveLength(UPLOAD_LIMITS.inWorkMax);
  expect(await refusalOf(await media.create(maker, 1000))).toMatchObject({ reason: 'TOO_MANY_FILES_IN_WORK' });

  // One that is in line already is left there, and counts once.
  const at = started.findIndex(({ status }) => status === 'fulfilled');
  const [first] = videos.slice(at);
  if (!first) throw new Error('None was started');
  await start(first);
  const files = () => db.query('SELECT files FROM upload_counts WHERE owner_id = $1', [maker.accountId]);
  expect(await files()).toEqual([{ files: UPLOAD_LIMITS.inWorkMax }]);
  await rpc.deleteTranscode({ assetId: first.assetId });
  await start(first);
  expect(await files()).toEqual([{ files: UPLOAD_LIMITS.inWorkMax + 1 }]);

  await db.query('UPDATE upload_counts SET files = $1', [UPLOAD_LIMITS.perDayMax]);
  await rpc.deleteTranscode({ assetId: first.assetId });
  await expect(start(first)).rejects.toMatchObject({ reason: 'TOO_MANY_UPLOADS_TODAY' });
  clock.advance(13 * 60 * 60 * 1000);
  await start(first);
  expect(await files()).toEqual([{ files: 1 }]);
});

test('a maker uploads 100 files a day, also when those of the day were deleted', async () => {
  const clock = fixedClock('2026-11-22T12:00:00Z');
  const media = await mediaService({ ...noTranscodes, clock });
  const maker = media.maker();
  const { db } = media.platform;
  const files = () => db.query('SELECT files FROM upload_counts WHERE owner_id = $1', [maker.accountId]);
  const upload = async () => {
    const id = await media.upload(maker, { bytes: Buffer.from('no picture'), slot: 'POSTER_IMAGE' });
    await media.checked(maker, id);
    await media.rpc(maker).deleteAsset({ assetId: id });
  };
  await upload();
  await upload();
  expect(await files()).toEqual([{ files: 2 }]);
  await db.query('UPDATE upload_counts SET files = $1', [UPLOAD_LIMITS.perDayMax - 1]);
  const created = await media.create(maker, 1000);
  expect(created.status).toBe(201);
  expect(await refusalOf(await media.create(maker, 1000))).toEqual({
    ...{ status: 429, reason: 'TOO_MANY_UPLOADS_TODAY' },
    message: 'You have uploaded or started again 100 files today. You can continue after midnight UTC.',
  });
  // One that was cancelled has not arrived, and is none of the day's.
  const headers = { ...media.headers(maker), 'Tus-Resumable': '1.0.0' };
  await fetch(media.url(created.headers.get('location') ?? ''), { method: 'DELETE', headers });
  await upload();
  expect(await refusalOf(await media.create(maker, 1000))).toMatchObject({ reason: 'TOO_MANY_UPLOADS_TODAY' });
  clock.advance(13 * 60 * 60 * 1000);
  await upload();
  expect(await files()).toEqual([{ files: 1 }]);
});

test('a disk without room says so before the first byte', async () => {
  const { log, lines } = recordingLog();
  const media = await mediaService({ ...noTranscodes, log });
  const others = Array.from({ length: 2 }, () => media.maker());
  for (const other of others) expect((await media.create(other, 1000)).status).toBe(201);
  await media.platform.db.query('UPDATE assets SET size_bytes = $1', [2n ** 60n]);
  expect(await refusalOf(await media.create(media.maker(), 1000))).toMatchObject({
    status: 507,
    reason: 'STORAGE_FULL',
  });
  expect(lines()).toContainEqual(
    expect.objectContaining({ level: 'error', sizeBytes: 1000, msg: 'an upload was refused: there is no room' }),
  );
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

const badBeginnings: [string, number, UploadInput, number, string][] = [
  ['0 bytes', 0, {}, 400, 'EMPTY_FILE'],
  ['over 20 GB', VIDEO_LIMITS.bytesMax + 1, {}, 413, 'VIDEO_TOO_LARGE'],
  ['a picture of over 50 MB', 60 * 1024 ** 2, { slot: 'POSTER_IMAGE' }, 413, 'PICTURE_FILE_TOO_LARGE'],
  ['no slot', 1000, { slot: 'SOMETHING' }, 400, 'INVALID_INPUT'],
  ['no film', 1000, { filmId: 'x' }, 400, 'INVALID_INPUT'],
  ['no name', 1000, { name: ' ' }, 400, 'INVALID_INPUT'],
];
test.each(badBeginnings)('an upload of %s is refused at once [STU-11:core]', async (_, size, input, status, reason) => {
  const media = await mediaService(noTranscodes);
  expect(await refusalOf(await media.create(media.maker(), size, input))).toMatchObject({ status, reason });
});

test('an upload that says nothing of its file is refused in words for its maker', async () => {
  const media = await mediaService(noTranscodes);
  const headers = { ...media.headers(media.maker()), 'Tus-Resumable': '1.0.0', 'Upload-Length': '1000' };
  expect(await refusalOf(await fetch(media.url('/uploads'), { method: 'POST', headers }))).toMatchObject({
    ...{ status: 400, reason: 'INVALID_INPUT', message: 'Please choose a file.' },
  });
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

const badFiles: [string, keyof typeof UPLOAD_REFUSALS, () => Promise<UploadInput>][] = [
  ['a text named .mp4', 'NOT_A_VIDEO', async () => ({ bytes: Buffer.from('no film\n'.repeat(1000)) })],
  [
    'a truncated mp4',
    'FILE_TRUNCATED',
    async () => {
      const path = await clips.film('cut.mp4', { seconds: 3 });
      await truncate(path, Math.floor((await stat(path)).size / 2));
      return { path };
    },
  ],
  [
    'sound only',
    'NO_VIDEO_TRACK',
    async () => ({ path: await clips.make('sound.mp4', '-f', 'lavfi', '-i', 'sine=d=2', '-c:a', 'aac') }),
  ],
  [
    'a still of four hours',
    'VIDEO_IS_A_STILL',
    async () => {
      const source = ['-f', 'lavfi', '-i', 'color=s=320x180:r=1/1200:d=14400'];
      return { path: await clips.make('still.mp4', ...source, '-c:v', 'libx264', '-preset', 'ultrafast') };
    },
  ],
  ['a text as a poster', 'NOT_A_PICTURE', async () => ({ bytes: Buffer.alloc(5000, 'x'), slot: 'POSTER_IMAGE' })],
  [
    'an SVG as a poster',
    'NOT_A_PICTURE',
    async () => ({
      bytes: Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="900"><rect width="9" height="9"/></svg>',
      ),
      slot: 'POSTER_IMAGE',
    }),
  ],
  [
    'a GIF as a poster',
    'NOT_A_PICTURE',
    async () => ({
      bytes: await sharp(await plainPicture(400, 600))
        .gif()
        .toBuffer(),
      slot: 'POSTER_IMAGE',
    }),
  ],
  [
    'a picture of 10,000 × 10,000',
    'PICTURE_TOO_LARGE',
    async () => ({ bytes: await plainPicture(10_000, 10_000), slot: 'POSTER_IMAGE' }),
  ],
  [
    'a decompression bomb',
    'PICTURE_TOO_LARGE',
    async () => ({ bytes: bombHeader(await plainPicture(64, 64), 65_000), slot: 'POSTER_IMAGE' }),
  ],
  [
    'a cut picture',
    'PICTURE_UNREADABLE',
    async () => ({ bytes: (await noisyPicture(400, 600)).subarray(0, 5000), slot: 'POSTER_IMAGE' }),
  ],
  ['a tiny picture', 'PICTURE_TOO_SMALL', async () => ({ bytes: await plainPicture(20, 20), slot: 'POSTER_IMAGE' })],
];

const plainPicture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' }, limitInputPixels: false })
    .png()
    .toBuffer();

const noisyPicture = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 50 } },
  })
    .jpeg()
    .toBuffer();

/** A small PNG that claims to be 65,000 pixels wide and high. */
function bombHeader(png: Buffer, side: number): Buffer {
  const bomb = Buffer.from(png);
  bomb.writeUInt32BE(side, 16);
  bomb.writeUInt32BE(side, 20);
  bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
  return bomb;
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

test('an accepted file says what was done to it', async () => {
  const media = await mediaService(noTranscodes);
  const maker = media.maker();
  const path = await clips.make(
    'long-sound.mp4',
    ...['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=25:d=1', '-f', 'lavfi', '-i', 'sine=d=2'],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac'],
  );
  const accepted = await media.checked(maker, await media.upload(maker, { path }));
  expect(accepted.state).toBe(UploadState.READY);
  expect(accepted.notes).toEqual([SOURCE_NOTES.PICTURE_HELD]);
});

test.each(badFiles)(
  'refuses %s with its reason, and keeps the file until the maker decides [STU-11:core]',
  async (_, reason, make) => {
    const { log, lines } = recordingLog();
    const media = await mediaService({ ...noTranscodes, log });
    const maker = media.maker();
    const id = await media.upload(maker, await make());
    const refused = await media.checked(maker, id);
    expect(refused).toMatchObject({
      state: UploadState.REFUSED,
      refusedReason: reason,
      refusedMessage: UPLOAD_REFUSALS[reason],
    });
    const logged = lines().find(({ msg }) => msg === 'an upload was refused');
    expect(logged).toMatchObject({ assetId: id, refusal: reason, detail: expect.any(String) });
    expect(await media.events()).toEqual(['UploadChecked']);
    const { blobs } = media.platform;
    expect((await blobs.stat(`masters/${id}/file`))?.size).toBe(Number(refused.sizeBytes));
    expect((await media.rpc(maker).listUploads({})).assets.map((asset) => asset.id)).toEqual([id]);
    await expect(media.rpc(maker).startTranscode({ assetId: id, requestId: 'x' })).rejects.toMatchObject({
      reason: refused.kind === 1 ? 'ASSET_NOT_READY' : 'ASSET_IS_NO_VIDEO',
    });
    await media.rpc(maker).deleteAsset({ assetId: id });
    await eventually(async () => (await blobs.stat(`masters/${id}/file`)) === undefined);
  },
);

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

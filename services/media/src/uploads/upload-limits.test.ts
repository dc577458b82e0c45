// @requires ffmpeg
// @inputs services/media/src
import { readFile } from 'node:fs/promises';
import { Code } from '@connectrpc/connect';
import { UPLOAD_LIMITS, VIDEO_LIMITS } from '@marquee/rules/media';
import { recordingLog } from '@marquee/testing/recording-log';
import { mediaService } from '../testing/media-service.ts';
import { noonOfToday } from '../testing/noon-of-today.ts';
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

test('a master of exactly 20 GB is taken, resumes where it stopped and says how much is sent; one byte more is refused [STU-11]', async () => {
  const media = await mediaService(noTranscodes);
  const maker = media.maker();
  expect(VIDEO_LIMITS.bytesMax).toBe(20 * 1024 ** 3);
  const created = await media.create(maker, VIDEO_LIMITS.bytesMax);
  expect(created.status).toBe(201);
  const path = created.headers.get('location') ?? '';
  const clip = await readFile(await clips.film('first-bytes.mp4', { seconds: 3 }));
  const part = clip.subarray(0, 10_000);
  expect((await media.send(maker, path, 0, part)).status).toBe(204);
  const head = await fetch(media.url(path), {
    method: 'HEAD',
    headers: { ...media.headers(maker), 'Tus-Resumable': '1.0.0' },
  });
  expect(['upload-offset', 'upload-length'].map((name) => head.headers.get(name))).toEqual([
    String(part.length),
    String(VIDEO_LIMITS.bytesMax),
  ]);
  const [row] = (await media.rpc(maker).listUploads({})).assets;
  expect(row).toMatchObject({ sizeBytes: BigInt(VIDEO_LIMITS.bytesMax), receivedBytes: BigInt(part.length) });
  expect(await refusalOf(await media.create(maker, VIDEO_LIMITS.bytesMax + 1))).toMatchObject({
    reason: 'VIDEO_TOO_LARGE',
  });
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
  const clock = noonOfToday();
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
  const clock = noonOfToday();
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

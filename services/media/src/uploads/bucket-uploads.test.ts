// @requires ffmpeg
// @requires s3
// @inputs services/media/src

import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { TranscodeStatus, UploadState } from '@marquee/contracts/media/v1/media_pb';
import { newId } from '@marquee/data/ids';
import { MEDIA_MESSAGES } from '@marquee/rules/media';
import { type BlobStore, BlobsUnavailableError } from '@marquee/storage/blob-store';
import { s3Blobs } from '@marquee/storage/s3-blobs';
import { eventually } from '@marquee/testing/eventually';
import { type TestS3, testS3 } from '@marquee/testing/test-s3';
import { begin, sendHalf } from '../testing/half-uploads.ts';
import { type MediaHarness, mediaService, TRANSCODE_MS } from '../testing/media-service.ts';
import { s3WithoutRoom } from '../testing/s3-without-room.ts';
import { clipFolder } from '../testing/test-clips.ts';
import { uploadBytesContract } from '../testing/upload-bytes-contract.ts';
import { videoLike } from '../testing/video-like.ts';
import { bucketUploads, CELL_BYTES } from './bucket-uploads.ts';

const noTranscodes = { TRANSCODE_WORKER: '0' };
const TEST_MS = 60_000;
let s3: TestS3;
beforeAll(async () => {
  s3 = await testS3();
}, TEST_MS);

uploadBytesContract('uploads in a bucket', async () => {
  const blobs = s3Blobs(await s3.bucket());
  const limits = { UPLOADS_ROOM_BYTES: 1024 ** 4, UPLOADS_AT_ONCE: 32 };
  return { blobs, connect: () => bucketUploads(limits, blobs, blobs.parts) };
});

test.each([
  { isOpen: true, answer: { name: 'BlobsUnavailableError' } },
  { isOpen: false, answer: { status_code: 404 } },
])(
  'a bucket that breaks off is unavailable to an upload that is open ($isOpen), and to no other',
  async ({ isOpen, answer }) => {
    const real = s3Blobs(await s3.bucket());
    const upload = { id: newId(), sizeBytes: 10, metadata: {}, createdAt: new Date() };
    let known: typeof upload | undefined = upload;
    const blobs: BlobStore = {
      ...real,
      async put() {
        if (!isOpen) known = undefined;
        throw new BlobsUnavailableError('broke off');
      },
    };
    const limits = { UPLOADS_ROOM_BYTES: 1024, UPLOADS_AT_ONCE: 1 };
    const store = bucketUploads(limits, blobs, real.parts).dataStore(async () => known);
    await expect(store.write(Readable.from([Buffer.alloc(10)]), upload.id, 0)).rejects.toMatchObject(answer);
  },
);

async function bucketService(env: Record<string, string> = noTranscodes, endpoint = s3.connection.endpoint) {
  const connection = { ...(await s3.bucket()), endpoint };
  const blobs = s3Blobs({ ...connection, connectTimeoutMs: 500, idleTimeoutMs: 2_000 });
  const media = await mediaService({ env, blobs });
  return { media, blobs, maker: media.maker() };
}

async function keysBelow({ platform }: MediaHarness, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of platform.blobs.list(prefix)) keys.push(key);
  return keys;
}

test(
  'a file goes straight to its place in the bucket, in parts and a tail of which nothing is left [STU-11:core]',
  async () => {
    const { media, blobs, maker } = await bucketService();
    const bytes = videoLike(2 * CELL_BYTES + 3_000_001);
    const { location, id, offset } = await begin(media, maker, bytes.length);

    expect((await media.send(maker, location, 0, bytes.subarray(0, 1_000_003))).status).toBe(204);
    expect(await keysBelow(media, `masters/${id}/`)).toEqual([`masters/${id}/tail/0-1000003`]);
    // The connection breaks in the second cell.
    const cut = CELL_BYTES + 500_000;
    const half = sendHalf(media, maker, location, 1_000_003, bytes.subarray(1_000_003, cut), bytes.length - 1_000_003);
    await half.sent;
    half.end();
    await eventually(async () => (await offset()) > CELL_BYTES);
    expect((await media.rpc(maker).listUploads({})).assets).toMatchObject([
      { state: UploadState.UPLOADING, receivedBytes: BigInt(await offset()) },
    ]);

    const at = await offset();
    expect(at).toBeLessThanOrEqual(cut);
    expect((await media.send(maker, location, at, bytes.subarray(at))).status).toBe(204);
    const checked = await media.checked(maker, id);
    expect(checked).toMatchObject({ state: UploadState.REFUSED, refusedReason: 'FILE_TRUNCATED' });
    expect((await blobs.read(`masters/${id}/file`)).equals(bytes)).toBe(true);
    expect(await keysBelow(media, `masters/${id}/`)).toEqual([`masters/${id}/file`]);
    expect(await blobs.parts.find(`masters/${id}/file`)).toBeUndefined();
    await media.rpc(maker).deleteAsset({ assetId: id });
    await eventually(async () => (await keysBelow(media, `masters/${id}/`)).length === 0);
  },
  TEST_MS,
);

test(
  'cancelled and expired uploads leave no parts behind',
  async () => {
    const { media, blobs, maker } = await bucketService();
    const size = 3 * CELL_BYTES;
    const ids: string[] = [];
    for (const end of ['cancel', 'expire']) {
      const { location, id } = await begin(media, maker, size);
      ids.push(id);
      expect((await media.send(maker, location, 0, videoLike(CELL_BYTES + 7))).status).toBe(204);
      expect(await blobs.parts.find(`masters/${id}/file`)).toBeDefined();
      if (end === 'expire') await media.platform.db.query("UPDATE assets SET expires_at = now() - interval '1 second'");
      else {
        const headers = { ...media.headers(maker), 'Tus-Resumable': '1.0.0' };
        expect((await fetch(media.url(location), { method: 'DELETE', headers })).status).toBe(204);
      }
    }
    await media.restart();
    await eventually(async () => (await media.platform.db.query('SELECT 1 FROM garbage')).length === 2);
    // A client that was still sending has noticed by then.
    await media.platform.db.query('UPDATE garbage SET due_at = now()');
    await media.restart();
    for (const id of ids) {
      await eventually(async () => (await blobs.parts.find(`masters/${id}/file`)) === undefined);
      await eventually(async () => (await keysBelow(media, `masters/${id}/`)).length === 0);
    }
  },
  TEST_MS,
);

test(
  'an upload whose parts were all there when the process died is put together at the next start',
  async () => {
    const { media, blobs, maker } = await bucketService();
    const bytes = videoLike(CELL_BYTES + 5);
    const { id } = await begin(media, maker, bytes.length);
    await media.stop();
    const making = await blobs.parts.open(`masters/${id}/file`);
    await blobs.parts.put(`masters/${id}/file`, making, 1, bytes.subarray(0, CELL_BYTES));
    await blobs.parts.put(`masters/${id}/file`, making, 2, bytes.subarray(CELL_BYTES));
    await blobs.put(`masters/${id}/tail/1-3`, bytes.subarray(CELL_BYTES, CELL_BYTES + 3));
    await media.restart();
    expect((await media.checked(maker, id)).state).toBe(UploadState.REFUSED);
    expect(await keysBelow(media, `masters/${id}/`)).toEqual([`masters/${id}/file`]);
    expect((await blobs.read(`masters/${id}/file`)).equals(bytes)).toBe(true);
  },
  TEST_MS,
);

test(
  'while the bucket is unavailable uploads are asked to retry, and continue where they were',
  async () => {
    const { media, blobs, maker } = await bucketService();
    const bytes = videoLike(CELL_BYTES + 1000);
    const { location, id, offset, head } = await begin(media, maker, bytes.length);
    expect((await media.send(maker, location, 0, bytes.subarray(0, 5000))).status).toBe(204);
    await s3.stop();
    const refused = await media.send(maker, location, 5000, bytes.subarray(5000));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await refused.json()).toMatchObject({
      reason: 'STORAGE_UNAVAILABLE',
      message: expect.stringContaining('storage'),
    });
    expect((await head()).status).toBe(503);
    await expect(media.rpc(maker).listUploads({})).rejects.toMatchObject({ reason: 'STORAGE_UNAVAILABLE' });
    await s3.start();
    expect(await offset()).toBe(5000);
    expect((await media.send(maker, location, 5000, bytes.subarray(5000))).status).toBe(204);
    await media.checked(maker, id);
    expect((await blobs.read(`masters/${id}/file`)).equals(bytes)).toBe(true);
  },
  TEST_MS,
);

const isPart = (number: number) => (request: IncomingMessage) =>
  request.method === 'PUT' && new URLSearchParams(request.url?.split('?')[1]).get('partNumber') === String(number);
const isFile = ({ method, url }: IncomingMessage) => method === 'PUT' && /\/file\?/.test(url ?? '');

test.each([
  { at: 'the part with which it continues', size: 2 * CELL_BYTES + 5, sent: CELL_BYTES + 1000, isFull: isPart(2) },
  { at: 'a later part', size: 2 * CELL_BYTES + 5, sent: 1000, isFull: isPart(2), kept: CELL_BYTES },
  { at: 'the whole of a small file', size: 3000, sent: 1000, isFull: isFile },
])(
  'an upload into a bucket that runs full at $at is refused in words, keeps what arrived, and continues when there is room',
  async ({ size, sent, isFull, kept = sent }) => {
    const store = await s3WithoutRoom(s3.connection.endpoint);
    const { media, blobs, maker } = await bucketService(noTranscodes, store.endpoint);
    const bytes = videoLike(size);
    const { location, id, offset } = await begin(media, maker, size);
    expect((await media.send(maker, location, 0, bytes.subarray(0, sent))).status).toBe(204);
    store.isFull = isFull;
    const refused = await media.send(maker, location, sent, bytes.subarray(sent));
    expect(refused.status).toBe(507);
    expect(await refused.json()).toEqual({ reason: 'STORAGE_FULL', message: MEDIA_MESSAGES.storageFull });
    expect(await offset()).toBe(kept);
    expect((await media.rpc(maker).getAsset({ assetId: id })).asset?.state).toBe(UploadState.UPLOADING);
    store.isFull = () => false;
    expect((await media.send(maker, location, kept, bytes.subarray(kept))).status).toBe(204);
    await media.checked(maker, id);
    expect((await blobs.read(`masters/${id}/file`)).equals(bytes)).toBe(true);
    expect(await keysBelow(media, `masters/${id}/`)).toEqual([`masters/${id}/file`]);
  },
  TEST_MS,
);

test('a process receives only so many uploads at once, and a bucket is promised only so much', async () => {
  const { media, maker } = await bucketService({ ...noTranscodes, UPLOADS_AT_ONCE: '1', UPLOADS_ROOM_BYTES: '5000' });
  const [first, second] = [await begin(media, maker, 2000), await begin(media, maker, 2000)];
  const sendFirst = () => sendHalf(media, maker, first.location, 0, Buffer.alloc(100), 2000);
  let half = sendFirst();
  const busy = await eventually(async () => {
    // Either may have come first.
    if (half.isAnswered()) half = sendFirst();
    const answer = await media.send(maker, second.location, 0, Buffer.alloc(0));
    if (answer.status === 503) return answer;
    throw new Error(`The upload was answered with ${answer.status}`);
  });
  expect([busy.headers.get('retry-after'), await busy.json()]).toMatchObject(['5', { reason: 'UPLOADS_BUSY' }]);
  half.end();
  const full = await media.create(maker, 2000);
  expect([full.status, await full.json()]).toMatchObject([507, { reason: 'STORAGE_FULL' }]);
});

test(
  'a film that was uploaded into the bucket is transcoded there and plays from it in parts [STU-06]',
  async () => {
    const { media, blobs, maker } = await bucketService({});
    const clips = await clipFolder();
    const bytes = await readFile(await clips.film('film.mp4', { seconds: 4 }));
    const id = await media.upload(maker, { bytes });
    await media.until(maker, id, ({ transcode }) => transcode?.status === TranscodeStatus.COMPLETE);
    const filmId = media.newId();
    await media.film().bindAsset({ assetId: id, filmId });
    const { baseUrl, hlsManifest } = await media.film().signPlayback({ assetId: id, filmId });
    expect(await (await fetch(media.url(`${baseUrl}${hlsManifest}`))).text()).toContain('#EXTM3U');
    const [segment = ''] = (await keysBelow(media, `renditions/${id}/`)).filter((key) => key.endsWith('.m4s'));
    const part = await fetch(media.url(`${baseUrl}${segment.split('/').at(-1)}`), { headers: { Range: 'bytes=5-14' } });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(await blobs.read(segment, { range: { start: 5, end: 14 } }));
    await clips.remove();
  },
  2 * TRANSCODE_MS,
);

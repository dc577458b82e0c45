// @requires ffmpeg
// @requires s3
// @requires redis

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { TranscodeStatus, UploadState } from '@marquee/contracts/media/v1/media_pb';
import type { Logger } from '@marquee/runtime/log';
import { openRedis } from '@marquee/runtime/redis/open-redis';
import { redisLocks } from '@marquee/runtime/redis/redis-locks';
import { redisSignals } from '@marquee/runtime/redis/redis-signals';
import type { Viewer } from '@marquee/runtime/viewer';
import { s3Blobs } from '@marquee/storage/s3-blobs';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { silentLog as log } from '@marquee/testing/silent-log';
import { testRedis } from '@marquee/testing/test-redis';
import { type TestS3, testS3 } from '@marquee/testing/test-s3';
import { viewers } from '@marquee/testing/viewers';
import { type MediaHarness, mediaService, TRANSCODE_MS } from '../testing/media-service.ts';
import { clipFolder } from '../transcode/test-clips.ts';
import { CELL_BYTES } from './bucket-uploads.ts';

const noTranscodes = { TRANSCODE_WORKER: '0' };
const TEST_MS = 60_000;
let s3: TestS3;
beforeAll(async () => {
  s3 = await testS3();
}, TEST_MS);

async function bucketService(env: Record<string, string> = noTranscodes) {
  const connection = await s3.bucket();
  const blobs = s3Blobs({ ...connection, connectTimeoutMs: 500, idleTimeoutMs: 2_000 });
  const media = await mediaService({ env, blobs });
  return { media, blobs, maker: media.maker() };
}

async function begin(media: MediaHarness, maker: Viewer, size: number) {
  const created = await media.create(maker, size);
  const location = created.headers.get('location') ?? '';
  const id = location.slice('/uploads/'.length);
  const head = () =>
    fetch(media.url(location), { method: 'HEAD', headers: { ...media.headers(maker), 'Tus-Resumable': '1.0.0' } });
  const offset = async () => Number((await head()).headers.get('upload-offset'));
  return { location, id, head, offset };
}

/** Sends the beginning of a body and leaves it at that; `end` breaks the connection. */
function sendHalf(media: MediaHarness, viewer: Viewer, location: string, offset: number, body: Buffer, length: number) {
  const headers = { ...media.headers(viewer), 'Tus-Resumable': '1.0.0', 'Upload-Offset': String(offset) };
  const request = httpRequest(media.url(location), {
    method: 'PATCH',
    headers: { ...headers, 'Content-Type': 'application/offset+octet-stream', 'Content-Length': length },
  });
  request.on('error', () => {});
  let isAnswered = false;
  const answer = once(request, 'response').then(async ([response]: IncomingMessage[]) => {
    isAnswered = true;
    const { statusCode: status, headers } = response as IncomingMessage;
    return { status, retryAfter: headers['retry-after'], body: await text(response as IncomingMessage) };
  });
  answer.catch(() => {});
  const sent = new Promise<void>((resolve) => request.write(body, () => resolve()));
  return {
    sent,
    answer,
    isAnswered: () => isAnswered,
    write: (more: Buffer) => request.write(more),
    end: () => request.destroy(),
  };
}

async function keysBelow({ platform }: MediaHarness, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of platform.blobs.list(prefix)) keys.push(key);
  return keys;
}

test(
  'a file goes straight to its place in the bucket, over broken connections and a restart, byte for byte [STU-11:core]',
  async () => {
    const { media, blobs, maker } = await bucketService();
    const bytes = randomBytes(2 * CELL_BYTES + 3_000_001);
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

    await media.restart();
    const at = await offset();
    expect(at).toBeGreaterThan(CELL_BYTES);
    expect(at).toBeLessThanOrEqual(cut);
    expect((await media.send(maker, location, at + 1, bytes.subarray(at + 1))).status).toBe(409);
    expect((await media.send(maker, location, at, bytes.subarray(at))).status).toBe(204);
    const checked = await media.checked(maker, id);
    expect(checked).toMatchObject({ state: UploadState.REFUSED, refusedReason: 'NOT_A_VIDEO' });
    expect((await blobs.read(`masters/${id}/file`)).equals(bytes)).toBe(true);
    expect(await keysBelow(media, `masters/${id}/`)).toEqual([`masters/${id}/file`]);
    expect(await blobs.parts.find(`masters/${id}/file`)).toBeUndefined();
    await media.rpc(maker).deleteAsset({ assetId: id });
    await eventually(async () => (await keysBelow(media, `masters/${id}/`)).length === 0);
  },
  TEST_MS,
);

test("somebody else's upload in the bucket gives nothing either [STU-11:core]", async () => {
  const { media, maker } = await bucketService();
  const { location } = await begin(media, maker, 1000);
  const stranger = viewers.entertainmentPro();
  const headers = { ...media.headers(stranger), 'Tus-Resumable': '1.0.0' };
  expect((await media.send(stranger, location, 0, Buffer.alloc(10))).status).toBe(403);
  for (const method of ['HEAD', 'DELETE']) {
    expect((await fetch(media.url(location), { method, headers })).status).toBe(403);
  }
});

test(
  'cancelled and expired uploads leave no parts behind',
  async () => {
    const { media, blobs, maker } = await bucketService();
    const size = 3 * CELL_BYTES;
    const ids: string[] = [];
    for (const end of ['cancel', 'expire']) {
      const { location, id } = await begin(media, maker, size);
      ids.push(id);
      expect((await media.send(maker, location, 0, Buffer.alloc(CELL_BYTES + 7, 1))).status).toBe(204);
      expect(await blobs.parts.find(`masters/${id}/file`)).toBeDefined();
      if (end === 'expire') await media.platform.db.query("UPDATE assets SET expires_at = now() - interval '1 second'");
      else {
        const headers = { ...media.headers(maker), 'Tus-Resumable': '1.0.0' };
        expect((await fetch(media.url(location), { method: 'DELETE', headers })).status).toBe(204);
      }
    }
    await media.restart();
    await eventually(async () => (await media.platform.db.query('SELECT 1 FROM garbage')).length === 2);
    // Whoever was still sending has noticed by then.
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
    const bytes = randomBytes(CELL_BYTES + 5);
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
  'while the bucket is away uploads are told to come back, and go on where they were',
  async () => {
    const { media, blobs, maker } = await bucketService();
    const bytes = randomBytes(CELL_BYTES + 1000);
    const { location, id, offset, head } = await begin(media, maker, bytes.length);
    expect((await media.send(maker, location, 0, bytes.subarray(0, 5000))).status).toBe(204);
    await s3.stop();
    const refused = await media.send(maker, location, 5000, bytes.subarray(5000));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await refused.json()).toMatchObject({ reason: 'STORAGE_AWAY', message: expect.stringContaining('storage') });
    expect((await head()).status).toBe(503);
    await expect(media.rpc(maker).listUploads({})).rejects.toMatchObject({ reason: 'STORAGE_AWAY' });
    await s3.start();
    expect(await offset()).toBe(5000);
    expect((await media.send(maker, location, 5000, bytes.subarray(5000))).status).toBe(204);
    await media.checked(maker, id);
    expect((await blobs.read(`masters/${id}/file`)).equals(bytes)).toBe(true);
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

/** A log that keeps the messages of warnings and above, and of what is over again. */
function linesOf(lines: string[]): Logger {
  const note = (...[, text]: [unknown, string?]) => void lines.push(text ?? '');
  return Object.assign(Object.create(log), { warn: note, info: note });
}

describe('several processes', () => {
  async function replicas() {
    const redis = await testRedis();
    const locks = async () => {
      const opened = openRedis({ url: redis.url, log });
      atEnd(() => opened.close());
      const signals = redisSignals(opened, { log });
      await eventually(() => signals.isLinked() && opened.isUp());
      return redisLocks({ redis: opened, signals, log });
    };
    const blobs = s3Blobs(await s3.bucket());
    const lines: string[] = [];
    const here = await mediaService({ env: noTranscodes, blobs, locks: await locks(), log: linesOf(lines) });
    const there = await mediaService({ env: noTranscodes, besides: here, blobs, locks: await locks() });
    return { redis, here, there, blobs, lines, maker: here.maker() };
  }

  test(
    'a client that comes back to another process has the first one let go, and goes on with what it kept',
    async () => {
      const { here, there, blobs, maker } = await replicas();
      const bytes = randomBytes(CELL_BYTES + 900_000);
      const { location, id } = await begin(here, maker, bytes.length);
      // The connection hangs: no byte comes, and nobody closed it.
      const hanging = sendHalf(here, maker, location, 0, bytes.subarray(0, 600_000), bytes.length);
      await hanging.sent;
      const headers = { ...there.headers(maker), 'Tus-Resumable': '1.0.0' };
      const at = await eventually(async () => {
        const head = await fetch(there.url(location), { method: 'HEAD', headers });
        const arrived = Number(head.headers.get('upload-offset'));
        return arrived > 0 && arrived;
      });
      expect(at).toBe(600_000);
      expect((await there.send(maker, location, at, bytes.subarray(at))).status).toBe(204);
      await there.checked(maker, id);
      expect((await blobs.read(`masters/${id}/file`)).equals(bytes)).toBe(true);
      hanging.end();
    },
    TEST_MS,
  );

  test(
    'while Redis is away uploads go on with the locks of each process, which is logged once',
    async () => {
      const { redis, here, maker, lines } = await replicas();
      const { location, offset, id } = await begin(here, maker, 3000);
      expect((await here.send(maker, location, 0, Buffer.alloc(1000, 1))).status).toBe(204);
      const hanging = sendHalf(here, maker, location, 1000, Buffer.alloc(500, 2), 2000);
      await hanging.sent;
      await redis.stop();
      // Who comes back to this process still has the older request let go.
      await eventually(async () => (await offset()) === 1500);
      expect((await here.send(maker, location, 1500, Buffer.alloc(500, 3))).status).toBe(204);
      const told = () => lines.filter((line) => line.includes('shared locks'));
      expect(told()).toEqual(['the shared locks are away: uploads go on with those of this process alone']);
      await redis.start();
      await eventually(async () => (await offset()) === 2000 && told().length === 2);
      expect((await here.send(maker, location, 2000, Buffer.alloc(1000, 4))).status).toBe(204);
      await here.checked(maker, id);
    },
    TEST_MS,
  );

  test(
    'a request that stalled while others sent the whole file cannot change it afterwards',
    async () => {
      const held = { status: 503, retryAfter: '5', body: expect.stringContaining('UPLOAD_HELD') };
      // The last has its parts in the making, and cells there already.
      for (const { size, before } of [
        { size: 1000, before: 0 },
        { size: CELL_BYTES + 1000, before: 0 },
        { size: 2 * CELL_BYTES + 1000, before: CELL_BYTES },
      ]) {
        const blobs = s3Blobs(await s3.bucket());
        // Neither knows of the other, as when a lock was lost.
        const here = await mediaService({ env: noTranscodes, blobs });
        const there = await mediaService({ env: noTranscodes, besides: here, blobs });
        const maker = here.maker();
        const { location, id, offset } = await begin(here, maker, size);
        const bytes = Buffer.alloc(size, 2);
        if (before > 0) expect((await here.send(maker, location, 0, bytes.subarray(0, before))).status).toBe(204);
        const stalled = sendHalf(here, maker, location, before, Buffer.alloc(999, 1), size - before);
        await stalled.sent;
        expect((await there.send(maker, location, before, bytes.subarray(before))).status).toBe(204);
        await there.checked(maker, id);
        stalled.write(Buffer.alloc(size - before - 999, 1));
        expect(await stalled.answer).toMatchObject(held);
        expect(await offset()).toBe(size);
        expect((await blobs.read(`masters/${id}/file`)).equals(bytes)).toBe(true);
        expect(await blobs.parts.find(`masters/${id}/file`)).toBeUndefined();
      }
    },
    TEST_MS,
  );

  test('a request that meets another one on its cell is told to come back, and not that there is no upload', async () => {
    const bucket = s3Blobs(await s3.bucket());
    let meeting: (() => Promise<void>) | undefined;
    const blobs: typeof bucket = {
      ...bucket,
      async read(...about) {
        const meet = meeting;
        meeting = undefined;
        await meet?.();
        return bucket.read(...about);
      },
    };
    const media = await mediaService({ env: noTranscodes, blobs });
    const maker = media.maker();
    const { location, id, offset } = await begin(media, maker, 2000);
    expect((await media.send(maker, location, 0, Buffer.alloc(1000, 1))).status).toBe(204);
    meeting = async () => {
      await bucket.put(`masters/${id}/tail/0-1200`, Buffer.alloc(1200, 1));
      await bucket.delete(`masters/${id}/tail/0-1000`);
    };
    const met = await media.send(maker, location, 1000, Buffer.alloc(1000, 1));
    expect([met.status, await met.json()]).toMatchObject([503, { reason: 'UPLOAD_HELD' }]);
    expect(await offset()).toBe(1200);
    expect((await media.send(maker, location, 1200, Buffer.alloc(800, 1))).status).toBe(204);
  });
});

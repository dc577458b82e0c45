// @requires ffmpeg
// @requires s3
// @requires redis
// @inputs services/media/src

import type { Logger } from '@marquee/runtime/log';
import { openRedis } from '@marquee/runtime/redis/open-redis';
import { redisLocks } from '@marquee/runtime/redis/redis-locks';
import { redisSignals } from '@marquee/runtime/redis/redis-signals';
import type { BlobStore } from '@marquee/storage/blob-store';
import { s3Blobs } from '@marquee/storage/s3-blobs';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { silentLog as log } from '@marquee/testing/silent-log';
import { testRedis } from '@marquee/testing/test-redis';
import { type TestS3, testS3 } from '@marquee/testing/test-s3';
import { begin, sendHalf } from '../testing/half-uploads.ts';
import { mediaService } from '../testing/media-service.ts';
import { videoLike } from '../testing/video-like.ts';
import { CELL_BYTES } from './bucket-uploads.ts';

const noTranscodes = { TRANSCODE_WORKER: '0' };
const TEST_MS = 60_000;
let s3: TestS3;
beforeAll(async () => {
  s3 = await testS3();
}, TEST_MS);

/** A log that keeps the messages of warnings and above, and of what is over again. */
function linesOf(lines: string[]): Logger {
  const note = (...[, text]: [unknown, string?]) => void lines.push(text ?? '');
  return Object.assign(Object.create(log), { warn: note, info: note });
}

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

/** Counts how often the tails of an upload were read to the end, which is how its offset is found. */
function countingLists(blobs: BlobStore) {
  let count = 0;
  async function* list(prefix: string) {
    yield* blobs.list(prefix);
    count += 1;
  }
  return { asked: () => count, watched: { ...blobs, list } };
}

test(
  'a client that comes back to another process makes the first one release the upload, and continues with what was kept',
  async () => {
    const { here, there, blobs, maker } = await replicas();
    const bytes = videoLike(CELL_BYTES + 900_000);
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
  'while Redis cannot be reached uploads use the locks of each process, which is logged once',
  async () => {
    const { redis, here, maker, lines } = await replicas();
    const { location, offset, id } = await begin(here, maker, 3000);
    expect((await here.send(maker, location, 0, Buffer.alloc(1000, 1))).status).toBe(204);
    const hanging = sendHalf(here, maker, location, 1000, Buffer.alloc(500, 2), 2000);
    await hanging.sent;
    await redis.stop();
    // A client that comes back to this process still makes the older request release the upload.
    await eventually(async () => (await offset()) === 1500);
    expect((await here.send(maker, location, 1500, Buffer.alloc(500, 3))).status).toBe(204);
    const logged = () => lines.filter((line) => line.includes('shared locks'));
    expect(logged()).toEqual(['the shared locks cannot be reached: uploads use those of this process alone']);
    await redis.start();
    await eventually(async () => (await offset()) === 2000 && logged().length === 2);
    expect((await here.send(maker, location, 2000, Buffer.alloc(1000, 4))).status).toBe(204);
    await here.checked(maker, id);
  },
  TEST_MS,
);

test(
  'a request that stalled while others sent the whole file cannot change it afterwards',
  async () => {
    const held = { status: 503, retryAfter: '5', body: expect.stringContaining('UPLOAD_HELD') };
    // The last has an unfinished write and cells already.
    for (const { size, before } of [
      { size: 1000, before: 0 },
      { size: CELL_BYTES + 1000, before: 0 },
      { size: 2 * CELL_BYTES + 1000, before: CELL_BYTES },
    ]) {
      const blobs = s3Blobs(await s3.bucket());
      // Neither sees the other, as when a lock was lost.
      const { asked, watched } = countingLists(blobs);
      const here = await mediaService({ env: noTranscodes, blobs: watched });
      const there = await mediaService({ env: noTranscodes, besides: here, blobs });
      const maker = here.maker();
      const { location, id, offset } = await begin(here, maker, size);
      const bytes = videoLike(size);
      if (before > 0) expect((await here.send(maker, location, 0, bytes.subarray(0, before))).status).toBe(204);
      const askedBefore = asked();
      const stalled = sendHalf(here, maker, location, before, Buffer.alloc(999, 1), size - before);
      await stalled.sent;
      // Once when the request arrives and once when its body is read: from then on it has the offset that it began with.
      await eventually(() => asked() === askedBefore + 2);
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

test('a request that meets another one on its cell is asked to retry, and not refused as an unknown upload', async () => {
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

// @requires s3
// @inputs packages/storage

import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import { createLogger } from '@marquee/runtime/log';
import { eventually } from '@marquee/testing/eventually';
import { listenLocally } from '@marquee/testing/listen-locally';
import { type TestS3, testS3 } from '@marquee/testing/test-s3';
import { BlobNotFoundError, BlobRangeError, BlobsFullError, BlobsUnavailableError } from './blob-store.ts';
import { s3Blobs } from './s3-blobs.ts';
import { openS3 } from './s3-client.ts';
import { blobStoreContract } from './testing/blob-store-contract.ts';

const MIB = 1024 * 1024;
let s3: TestS3;
beforeAll(async () => {
  s3 = await testS3();
}, 60_000);

blobStoreContract(
  {
    name: 's3',
    async open() {
      const blobs = s3Blobs(await s3.bucket());
      return { blobs, close: async () => blobs.close() };
    },
  },
  test,
);

async function freshBlobs() {
  const connection = await s3.bucket();
  return { connection, blobs: s3Blobs(connection) };
}

test('a blob larger than one part arrives whole, as a stream, a file, a copy and a range', async () => {
  const { blobs } = await freshBlobs();
  const bytes = randomBytes(35 * MIB);
  const put = await blobs.put('large', Readable.from(slices(bytes)));
  expect(put).toMatchObject({ size: bytes.length, etag: (await blobs.stat('large'))?.etag });
  expect((await blobs.read('large')).equals(bytes)).toBe(true);
  const range = { start: 16 * MIB - 5, end: 16 * MIB + 4 };
  expect(await blobs.read('large', { range })).toEqual(bytes.subarray(range.start, range.end + 1));
  const folder = await mkdtemp(join(tmpdir(), 's3-copy-'));
  const copy = await blobs.localCopy('large', { folder });
  expect((await readFile(copy.path)).equals(bytes)).toBe(true);
  await copy.release();
  expect(await readdir(folder)).toEqual([]);
  await writeFile(join(folder, 'film'), bytes);
  await blobs.putFile('film', join(folder, 'film'));
  expect((await blobs.stat('film'))?.size).toBe(bytes.length);
  await expect(stat(join(folder, 'film'))).rejects.toMatchObject({ code: 'ENOENT' });
  await rm(folder, { recursive: true });
});

test('a source that fails in its third part leaves no multipart upload', async () => {
  const { blobs, connection } = await freshBlobs();
  const broken = Readable.from(
    (async function* () {
      for (let mib = 0; mib < 35; mib += 1) yield Buffer.alloc(MIB, mib);
      throw new Error('connection lost');
    })(),
  );
  await expect(blobs.put('cut', broken)).rejects.toThrow('connection lost');
  expect(await blobs.stat('cut')).toBeUndefined();
  const listed = await openS3(connection).send(
    new ListMultipartUploadsCommand({ Bucket: connection.bucket, Prefix: 'cut' }),
  );
  expect(listed.Uploads ?? []).toEqual([]);
});

test('a multipart upload is found by its key, completed, and can be aborted', async () => {
  const { blobs } = await freshBlobs();
  const { parts } = blobs;
  expect(await parts.find('masters/1/file')).toBeUndefined();
  const making = await parts.open('masters/1/file');
  expect(await parts.open('masters/1/file')).toBe(making);
  expect(await parts.find('masters/1')).toBeUndefined();
  await parts.put('masters/1/file', making, 2, Buffer.from('end'));
  await parts.put('masters/1/file', making, 1, Buffer.alloc(parts.sizeMin, 1));
  await parts.put('masters/1/file', making, 1, Buffer.alloc(parts.sizeMin, 2));
  expect(await blobs.stat('masters/1/file')).toBeUndefined();
  const listed = await parts.list('masters/1/file', making);
  expect(listed.map(({ number, size }) => [number, size])).toEqual([
    [1, parts.sizeMin],
    [2, 3],
  ]);
  const made = await parts.complete('masters/1/file', making, listed);
  expect(made).toMatchObject({ size: parts.sizeMin + 3, etag: (await blobs.stat('masters/1/file'))?.etag });
  expect((await blobs.read('masters/1/file', { range: { start: parts.sizeMin - 1 } })).toString()).toBe('\u0002end');
  expect(await parts.find('masters/1/file')).toBeUndefined();
  await expect(parts.list('masters/1/file', making)).rejects.toBeInstanceOf(BlobNotFoundError);

  const other = await parts.open('masters/2/file');
  await parts.put('masters/2/file', other, 1, Buffer.from('x'));
  expect(await parts.abort('masters/2/file')).toBe(1);
  expect(await parts.abort('masters/2/file')).toBe(0);
  await expect(parts.put('masters/2/file', other, 2, Buffer.from('x'))).rejects.toBeInstanceOf(BlobNotFoundError);
});

test('deletes a prefix with more blobs than one request may name', async () => {
  const { blobs } = await freshBlobs();
  for (let batch = 0; batch < 21; batch += 1) {
    await Promise.all(Array.from({ length: 50 }, (_, index) => blobs.put(`p/${batch}/${index}`, Buffer.from('x'))));
  }
  expect(await blobs.deletePrefix('p/')).toBe(1050);
  for await (const blob of blobs.list('')) throw new Error(`${blob.key} is left`);
}, 60_000);

test('a blob cannot be read without credentials of the bucket', async () => {
  const { blobs, connection } = await freshBlobs();
  await blobs.put('film', Buffer.from('secret'));
  const response = await fetch(`${connection.endpoint}/${connection.bucket}/film`);
  expect(response.status).toBe(403);
});

test('an unavailable store is explained in the log without key or secret', async () => {
  const { connection } = await freshBlobs();
  const refused = async (change: Partial<typeof connection>) => {
    const blobs = s3Blobs({ ...connection, ...change });
    const seen: string[] = [];
    const destination = new Writable({
      write(chunk, _, done) {
        seen.push(String(chunk));
        done();
      },
    });
    const log = createLogger({ service: 'test', destination });
    const asked = [
      () => blobs.check(),
      () => blobs.get('k'),
      () => blobs.put('k', Buffer.from('x')),
      () => blobs.put('k', Readable.from([Buffer.from('x')])),
      () => blobs.parts.open('k'),
    ];
    for (const ask of asked) {
      const err = await ask().then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(err).toBeInstanceOf(BlobsUnavailableError);
      log.error({ err }, 'failed');
    }
    const said = seen.join('');
    expect(said).not.toContain(connection.secretAccessKey);
    expect(said).not.toContain(connection.accessKeyId);
    return said;
  };
  expect(await refused({ bucket: 'no-such-bucket' })).toContain('its bucket does not exist');
  expect(await refused({ secretAccessKey: 'wrong' })).toContain('the secret of the access key is wrong');
  expect(await refused({ endpoint: 'http://127.0.0.1:1' })).toContain('ECONNREFUSED');
});

test('requests to a stalled store fail in bounded time and succeed when it continues', async () => {
  const connection = await s3.bucket();
  const blobs = s3Blobs({ ...connection, connectTimeoutMs: 300, idleTimeoutMs: 300, attemptsMax: 2 });
  await blobs.put('k', Buffer.from('x'));
  s3.pause();
  const began = performance.now();
  // It may still answer requests that began before it stalled.
  await eventually(() => expect(blobs.read('k')).rejects.toBeInstanceOf(BlobsUnavailableError));
  await expect(blobs.put('other', Buffer.from('x'))).rejects.toBeInstanceOf(BlobsUnavailableError);
  expect(performance.now() - began).toBeLessThan(8000);
  s3.resume();
  expect((await blobs.read('k')).toString()).toBe('x');
  await s3.stop();
  await expect(blobs.stat('k')).rejects.toBeInstanceOf(BlobsUnavailableError);
  await s3.start();
  expect((await blobs.read('k')).toString()).toBe('x');
}, 60_000);

test('an interrupted local copy resumes, and one that keeps failing leaves nothing', async () => {
  const bytes = randomBytes(6 * MIB);
  let breaks = 3;
  const ranges: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    const { range } = request.headers;
    ranges.push(range);
    const start = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
    const about = { ETag: '"e"', 'Content-Length': bytes.length - start };
    response.writeHead(range ? 206 : 200, {
      ...about,
      ...(range ? { 'Content-Range': `bytes ${start}-${bytes.length - 1}/${bytes.length}` } : {}),
    });
    if (breaks === 0) return response.end(bytes.subarray(start));
    breaks -= 1;
    return response.write(bytes.subarray(start, start + MIB / 2), () => setTimeout(() => response.destroy(), 50));
  });
  const endpoint = `http://127.0.0.1:${await listenLocally(server)}`;
  const blobs = s3Blobs({ ...s3.connection, endpoint });
  const folder = await mkdtemp(join(tmpdir(), 's3-copy-'));
  const copy = await blobs.localCopy('film', { folder });
  expect((await readFile(copy.path)).equals(bytes)).toBe(true);
  expect(ranges).toHaveLength(4);
  expect(ranges.slice(1).every((range) => range !== undefined && range !== 'bytes=0-')).toBe(true);
  await copy.release();
  breaks = Number.POSITIVE_INFINITY;
  ranges.length = 0;
  await expect(blobs.localCopy('film', { folder })).rejects.toBeInstanceOf(BlobsUnavailableError);
  expect(ranges).toHaveLength(6);
  expect(await readdir(folder)).toEqual([]);
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

test('a store that answers a range with the whole object is refused', async () => {
  const server = createServer((_, response) => response.writeHead(200, { 'Content-Length': 10 }).end('0123456789'));
  const endpoint = `http://127.0.0.1:${await listenLocally(server)}`;
  const blobs = s3Blobs({ ...s3.connection, endpoint });
  await expect(blobs.get('k', { range: { start: 5, end: 4 } })).rejects.toBeInstanceOf(BlobRangeError);
  await expect(blobs.get('k', { range: { start: 2, end: 4 } })).rejects.toBeInstanceOf(BlobsUnavailableError);
  server.closeAllConnections();
  server.close();
});

test('a full store fails with BlobsFullError', async () => {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(507, { 'Content-Type': 'application/xml' });
    response.end('<Error><Code>XMinioStorageFull</Code><Message>full</Message></Error>');
  });
  const endpoint = `http://127.0.0.1:${await listenLocally(server)}`;
  const blobs = s3Blobs({ ...s3.connection, endpoint, attemptsMax: 1 });
  await expect(blobs.put('k', Buffer.from('x'))).rejects.toBeInstanceOf(BlobsFullError);
  await expect(blobs.put('k', Readable.from([Buffer.from('x')]))).rejects.toBeInstanceOf(BlobsFullError);
  server.closeAllConnections();
  server.close();
});

function* slices(bytes: Buffer): Iterable<Buffer> {
  for (let at = 0; at < bytes.length; at += 700_000) yield bytes.subarray(at, at + 700_000);
}

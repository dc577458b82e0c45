import { createServer, request as httpRequest } from 'node:http';
import { Readable } from 'node:stream';
import { invalid } from '@marquee/runtime/errors';
import type { BlobStore } from '@marquee/storage/blob-store';
import { listenLocally } from '@marquee/testing/listen-locally';
import { storageFull } from '../storage/storage-errors.ts';
import { uploadHeld } from '../uploads/upload-errors.ts';
import { refusalBody, statusOf } from './http-errors.ts';
import { sendBlob } from './send-blob.ts';

test('a viewer who leaves before the file is open is no failure, and the file is closed', async () => {
  const body = Readable.from([Buffer.from('segment')]);
  const served = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    const blobs = {
      get: async () => {
        client.destroy();
        await new Promise((resolve) => response.once('close', resolve));
        return { body };
      },
    };
    const content = { size: 7, etag: '"a"', type: 'video/mp4' };
    sendBlob(request, response, blobs as unknown as BlobStore, 'v/a', content, {}).then(served.resolve, served.reject);
  });
  const client = httpRequest({ port: await listenLocally(server) });
  client.on('error', () => {});
  client.end();
  await served.promise;
  expect(body.destroyed).toBe(true);
  server.close();
});

test('a store that does not answer is distinguished from a missing file: no header was sent yet', async () => {
  const failed = Promise.withResolvers<boolean>();
  const server = createServer((request, response) => {
    const blobs = { get: () => Promise.reject(new Error('unavailable')) };
    const content = { size: 7, etag: '"a"', type: 'video/mp4' };
    sendBlob(request, response, blobs as unknown as BlobStore, 'v/a', content, {}).catch(() => {
      failed.resolve(response.headersSent);
      response.end();
    });
  });
  await fetch(`http://127.0.0.1:${await listenLocally(server)}`);
  expect(await failed.promise).toBe(false);
  server.closeAllConnections();
  server.close();
});

test('a file that cannot be read to its end is a failure', async () => {
  const failed = Promise.withResolvers<unknown>();
  const server = createServer((request, response) => {
    const body = new Readable({ read: () => body.destroy(new Error('unavailable')) });
    const content = { size: 7, etag: '"a"', type: 'video/mp4' };
    const blobs = { get: async () => ({ body }) } as unknown as BlobStore;
    sendBlob(request, response, blobs, 'v/a', content, {}).then(failed.resolve, failed.resolve);
  });
  await fetch(`http://127.0.0.1:${await listenLocally(server)}`).catch(() => {});
  const failure = await failed.promise;
  server.closeAllConnections();
  server.close();
  expect(failure).toEqual(new Error('unavailable'));
});

const TEN_BYTES = Buffer.from('0123456789');
const stored = {
  get: async (_: string, { range = { start: 0, end: 9 } }: { range?: { start: number; end: number } }) => ({
    body: Readable.from([TEN_BYTES.subarray(range.start, range.end + 1)]),
  }),
} as unknown as BlobStore;

describe.each([
  ['in memory', {} as BlobStore, { body: TEN_BYTES }],
  ['in the store', stored, {}],
])('a file of ten bytes %s', (_, blobs, known) => {
  const server = createServer((request, response) => {
    const content = { size: 10, etag: '"a"', type: 'video/mp4', ...known };
    sendBlob(request, response, blobs, 'v/a', content, {}).catch((error: unknown) => {
      response.writeHead(statusOf(error)).end(refusalBody(error));
    });
  });
  let url = '';
  beforeAll(async () => {
    url = `http://127.0.0.1:${await listenLocally(server)}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const ask = async (headers: Record<string, string>, method = 'GET') => {
    const response = await fetch(url, { method, headers });
    return [response.status, await response.text(), response.headers.get('content-range')];
  };

  test.each([
    ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
    ['bytes=0-0', 206, '0', 'bytes 0-0/10'],
    ['bytes=8-', 206, '89', 'bytes 8-9/10'],
    ['bytes=8-99', 206, '89', 'bytes 8-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=-99', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=9-9', 206, '9', 'bytes 9-9/10'],
    ['bytes=4-2', 200, '0123456789', null],
    ['bytes=-', 200, '0123456789', null],
    ['bytes=0-1,3-4', 200, '0123456789', null],
    ['pages=0-1', 200, '0123456789', null],
  ])('is answered to "%s" with %i', async (range, ...expected) => {
    expect(await ask({ range })).toEqual(expected);
  });

  test.each(['bytes=10-', 'bytes=10-12', 'bytes=-0'])('has nothing at "%s"', async (range) => {
    const [status, body] = await ask({ range });
    expect([status, JSON.parse(String(body))]).toMatchObject([416, { reason: 'RANGE_NOT_SATISFIABLE' }]);
  });

  test('is sent in part only if it is still the file that the client has', async () => {
    expect(await ask({ range: 'bytes=2-4', 'if-range': '"a"' })).toEqual([206, '234', 'bytes 2-4/10']);
    expect(await ask({ range: 'bytes=2-4', 'if-range': '"b"' })).toEqual([200, '0123456789', null]);
  });

  test('is not sent again to who has it', async () => {
    for (const known of ['"a"', 'W/"a"', '"b", "a"', '*']) expect((await ask({ 'if-none-match': known }))[0]).toBe(304);
    expect((await ask({ 'if-none-match': '"b"' }))[0]).toBe(200);
  });

  test('is described to HEAD', async () => {
    expect(await ask({ range: 'bytes=2-4' }, 'HEAD')).toEqual([206, '', 'bytes 2-4/10']);
  });
});

test('a refusal has its status and says which fields are wrong; any other error says nothing of itself', () => {
  expect(JSON.parse(refusalBody(invalid([{ field: 'slot', message: 'No.' }])))).toEqual({
    ...{ reason: 'INVALID_INPUT', message: 'No.', fields: [{ field: 'slot', message: 'No.' }] },
  });
  expect(JSON.parse(refusalBody(storageFull()))).toEqual({ reason: 'STORAGE_FULL', message: expect.any(String) });
  expect(JSON.parse(refusalBody(new Error('secret')))).toMatchObject({ reason: 'INTERNAL' });
  expect(refusalBody(new Error('secret'))).not.toContain('secret');
  expect([storageFull(), uploadHeld(), new Error('secret')].map(statusOf)).toEqual([507, 503, 500]);
});

import { createServer, request as httpRequest } from 'node:http';
import { Readable } from 'node:stream';
import type { BlobStore } from '@marquee/storage/blob-store';
import { listenLocally } from '@marquee/testing/listen-locally';
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

test('a store that does not answer is told apart from a film: nothing was promised yet', async () => {
  const failed = Promise.withResolvers<boolean>();
  const server = createServer((request, response) => {
    const blobs = { get: () => Promise.reject(new Error('away')) };
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

import { createServer } from 'node:http';
import { listenLocally } from '@marquee/testing/listen-locally';
import { tcpProxy } from '@marquee/testing/tcp-proxy';
import { s3Blobs } from './s3-blobs.ts';

const CREDENTIALS = { accessKeyId: 'key', secretAccessKey: 'secret' };

test('the request after a vanished store opens a new connection [SYS-03:store]', async () => {
  const server = createServer((_, response) => {
    response.writeHead(200, { etag: '"a"', 'content-length': 7, 'last-modified': new Date(0).toUTCString() }).end();
  });
  const link = await tcpProxy({ port: await listenLocally(server) });
  const endpoint = `http://127.0.0.1:${link.port}`;
  const blobs = s3Blobs({ ...CREDENTIALS, endpoint, region: 'x', bucket: 'films', attemptsMax: 2, idleTimeoutMs: 300 });
  const size = async () => (await blobs.stat('film.mp4'))?.size;
  // More idle connections than one request has tries.
  expect(await Promise.all([size(), size(), size(), size()])).toEqual([7, 7, 7, 7]);
  link.lose();
  const asked = size();
  await link.mend();
  expect(await asked).toBe(7);
  await link.close();
  server.closeAllConnections();
  server.close();
});

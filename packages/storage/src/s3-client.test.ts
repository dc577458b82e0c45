import { createServer } from 'node:http';
import { HeadBucketCommand } from '@aws-sdk/client-s3';
import { listenLocally } from '@marquee/testing/listen-locally';
import { tcpProxy } from '@marquee/testing/tcp-proxy';
import { s3Blobs } from './s3-blobs.ts';
import { openS3 } from './s3-client.ts';

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

test('a client has bounds on tries, connections, connecting and silence', async () => {
  const server = createServer((_, response) => void response.writeHead(200).end());
  const endpoint = `http://127.0.0.1:${await listenLocally(server)}`;
  const client = openS3({ ...CREDENTIALS, endpoint, region: 'x', bucket: 'films' });
  await client.send(new HeadBucketCommand({ Bucket: 'films' }));
  expect(await client.config.maxAttempts()).toBe(3);
  const { requestHandler } = client.config as unknown as { requestHandler: { httpHandlerConfigs(): object } };
  expect(requestHandler.httpHandlerConfigs()).toMatchObject({
    connectionTimeout: 2_000,
    socketTimeout: 15_000,
    httpAgent: { maxSockets: 128, keepAliveMsecs: 15_000, keepAlive: true },
    httpsAgent: { maxSockets: 128, keepAliveMsecs: 15_000, keepAlive: true },
  });
  client.destroy();
  server.closeAllConnections();
  server.close();
});

test.each([{ accessKeyId: 'key' }, { secretAccessKey: 'secret' }])('%j alone is no access key', (half) => {
  expect(() => openS3({ ...half, region: 'x', bucket: 'films' })).toThrow('both its id and its secret');
});

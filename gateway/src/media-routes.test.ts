import { createServer, type Server, type ServerResponse } from 'node:http';
import { listenLocally } from '@marquee/testing/listen-locally';
import { recordingLog } from '@marquee/testing/recording-log';
import express from 'express';
import { mediaRoutes, sendsFile } from './media-routes.ts';
import { isSameOrigin } from './proxy/same-origin.ts';

const servers: Server[] = [];
const { log, lines } = recordingLog();

async function listening(handler: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer(handler as never);
  servers.push(server);
  return `http://127.0.0.1:${await listenLocally(server)}`;
}

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** The routes in front of a media that answers with what it was asked. */
async function routes(resolve: Parameters<typeof mediaRoutes>[1]['sessions']['resolve']) {
  const target = await listening((request, response) => {
    const { method, url, headers } = request;
    response.writeHead(201).end(JSON.stringify({ method, url, headers }));
  });
  const app = express();
  mediaRoutes(app, {
    ...{ target, log },
    sessions: { resolve },
    fromOurPages: (request) => isSameOrigin(request, 'https://marquee.example'),
  });
  app.use((error: Error, _request: unknown, response: ServerResponse, _next: unknown) => {
    response.writeHead(503).end(error.message);
  });
  return listening(app);
}
const nobody = async () => ({ stale: false });
const somebody = async () => ({ session: { viewerToken: 'token' } as never, stale: false });
const unavailable = () => Promise.reject(new Error('identity is unavailable'));

test.each(['/media/i1/360.webp?x=1', '/v/token/f1/manifest.mpd', '/uploads/7'])(
  'media is asked for %s',
  async (path) => {
    const read = async (answer: Response) => (await answer.json()) as { url: string; headers: Record<string, string> };
    const asked = await read(await fetch((await routes(nobody)) + path, { headers: { 'viewer-token': 'forged' } }));
    expect(asked.url).toBe(path);
    expect(asked.headers).not.toHaveProperty('viewer-token');
    const signedIn = await read(await fetch((await routes(somebody)) + path));
    expect(signedIn.headers['viewer-token']).toBe(path.startsWith('/media') ? undefined : 'token');
  },
);

test('a film plays on while identity is unavailable; an upload waits for it', async () => {
  const url = await routes(unavailable);
  expect((await fetch(`${url}/v/token/f1/manifest.mpd`)).status).toBe(201);
  expect(lines()).toMatchObject([
    { level: 'warn', msg: 'a session could not be resolved', err: { message: 'identity is unavailable' } },
  ]);
  expect((await fetch(`${url}/uploads/7`)).status).toBe(503);
});

test('accepts uploads only from pages of this site', async () => {
  const url = await routes(nobody);
  const send = (method: string, headers: Record<string, string>) =>
    fetch(`${url}/uploads/x`, { method, headers }).then(({ status }) => status);
  for (const method of ['POST', 'PATCH', 'DELETE']) {
    expect(await send(method, { 'sec-fetch-site': 'same-origin' })).toBe(201);
    expect(await send(method, { origin: 'https://marquee.example' })).toBe(201);
    expect(await send(method, { 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await send(method, { 'sec-fetch-site': 'same-site' })).toBe(403);
    expect(await send(method, { origin: 'https://evil.example' })).toBe(403);
    expect(await send(method, {})).toBe(403);
  }
  for (const method of ['GET', 'HEAD']) expect(await send(method, { 'sec-fetch-site': 'cross-site' })).toBe(201);
});

test('a call of a worker on another machine reaches media with its key and without a session [STU-14:gateway]', async () => {
  const url = await routes(somebody);
  const headers = { authorization: 'Bearer id.secret', 'worker-version': '2', range: 'bytes=5-', cookie: 'a=b' };
  for (const [method, path] of [
    ['POST', '/workers/transcodes'],
    ['PUT', '/workers/transcodes/1/1/files/video-360p-00001.m4s'],
    ['DELETE', '/workers/transcodes/1/1'],
    ['GET', '/workers/transcodes/1/1/source'],
  ]) {
    const answer = await fetch(url + path, { ...(method && { method }), headers });
    const asked = (await answer.json()) as { method: string; url: string; headers: Record<string, string> };
    const { authorization, range } = headers;
    expect(asked).toMatchObject({ method, url: path, headers: { authorization, range, 'worker-version': '2' } });
    expect(asked.headers).not.toHaveProperty('cookie');
    expect(asked.headers).not.toHaveProperty('viewer-token');
  }
});

test.each([
  ['/uploads', true],
  ['/uploads/7', true],
  ['/workers/transcodes/1/1/files/a.m4s', true],
  ['/workers?x', true],
  ['/workersmith', false],
  ['/rpc/uploads', false],
])('whether the body of a request to %s is a file: %s', (url, isFile) => {
  expect(sendsFile({ url })).toBe(isFile);
});

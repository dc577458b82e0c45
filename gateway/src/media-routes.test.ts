import { createServer, type Server } from 'node:http';
import { createLogger } from '@marquee/runtime/log';
import { listenLocally } from '@marquee/testing/listen-locally';
import express from 'express';
import { mediaRoutes } from './media-routes.ts';
import { isSameOrigin } from './proxy/same-origin.ts';

const servers: Server[] = [];
const log = createLogger({ service: 'test', level: 'silent' });

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

test('accepts uploads only from pages of this site', async () => {
  const target = await listening((_request, response) => response.writeHead(201).end());
  const app = express();
  mediaRoutes(app, {
    ...{ target, log },
    sessions: { resolve: async () => ({ stale: false }) },
    fromOurPages: (request) => isSameOrigin(request, 'https://marquee.example'),
  });
  const url = await listening(app);
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
});

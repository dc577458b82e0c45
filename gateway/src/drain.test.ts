import { Agent, type RequestOptions, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Bus } from '@marquee/events/bus';
import { signalRevocation } from '@marquee/runtime/revocations';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { httpServerOf } from '@marquee/testing/http-server-of';
import { type Asked, cookie, HOST, type RunningGateway, runningGateway, viewer } from './testing/running-gateway.ts';

/** Longer than a test may take. */
const GRACE_MS = 60_000;

type Answer = { status: number; connection: string; text: string };

function ask(options: RequestOptions, body = ''): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { host: HOST, origin: `http://${HOST}`, ...options.headers };
    const asking = request({ host: '127.0.0.1', ...options, headers }, async (response) => {
      const text = Buffer.concat(await response.toArray()).toString();
      resolve({ status: response.statusCode ?? 0, connection: response.headers.connection ?? '', text });
    });
    asking.on('error', reject).end(body);
  });
}

test('while draining, running requests are answered with connection: close, new connections are refused, and drain ends with the last answer', async () => {
  const { gateway, asked } = await runningGateway();
  const { port } = gateway;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  atEnd(() => agent.destroy());
  const kept = ask({ agent, port, path: '/media/kept' });
  await eventually(() => asked.length === 1);
  asked[0]?.response.end('kept');
  expect(await kept).toEqual({ status: 200, connection: 'keep-alive', text: 'kept' });

  const upload = ask({ agent, port, path: '/uploads/slow', method: 'POST' }, 'bytes');
  const next = ask({ agent, port, path: '/media/next' }).catch((error: NodeJS.ErrnoException) => error.code);
  await eventually(() => asked.length === 2);
  const drained = gateway.drain(GRACE_MS);
  await eventually(async () => (await ask({ port }).catch((error) => error.code)) === 'ECONNREFUSED');
  asked[1]?.response.writeHead(201).write('half and ');
  asked[1]?.response.end('half');
  expect(await upload).toEqual({ status: 201, connection: 'close', text: 'half and half' });
  expect(await next).toBe('ECONNREFUSED');
  await drained;
});

test('after leave, requests are answered with connection: close', async () => {
  const { gateway } = await runningGateway();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  atEnd(() => agent.destroy());
  gateway.leave();
  for (const path of ['/nowhere.txt', '/assets/nowhere.js']) {
    expect(await ask({ agent, port: gateway.port, path })).toMatchObject({ status: 404, connection: 'close' });
  }
  await gateway.drain();
});

test('a session that is revoked during the drain is refused on connections that are still open', async () => {
  const { gateway, platform, asked } = await runningGateway();
  const browser = await playing(gateway, asked);
  const drained = gateway.drain(GRACE_MS);
  signalRevocation(platform.signals, { accountId: viewer.accountId }, new Date(platform.clock.now().getTime() + 1_000));
  browser.write(segment('after'));
  await eventually(() => asked.length === 2);
  expect(asked[1]).toMatchObject(ofNobody);
  for (const { response } of asked) response.end();
  await drained;
});

test('the bus is left while requests still run, and sessions are then resolved by identity', async () => {
  const left: string[] = [];
  const busLeft = Promise.withResolvers<void>();
  const tail: Bus['tail'] = async ({ topic }) => ({
    close: () => {
      left.push(topic);
      return busLeft.promise;
    },
  });
  const { gateway, asked, session } = await runningGateway({ bus: { tail } });
  const browser = await playing(gateway, asked);
  const drained = gateway.drain(GRACE_MS);
  await eventually(() => left.length === 6);
  expect(left.sort()).toEqual(['festival', 'film', 'identity', 'identity', 'identity', 'marketing']);
  session.isEnded = true;
  browser.write(segment('after'));
  await eventually(() => asked.length === 2);
  expect(asked[1]).toMatchObject(ofNobody);
  for (const { response } of asked) response.end();
  busLeft.resolve();
  await drained;
});

const segment = (name: string) => `GET /v/${name} HTTP/1.1\r\nhost: ${HOST}\r\ncookie: ${cookie}\r\n\r\n`;
const ofNobody = { url: '/v/after', headers: expect.not.objectContaining({ 'viewer-token': expect.anything() }) };

/** A signed-in browser whose first segment is not answered yet. */
async function playing(gateway: RunningGateway, asked: Asked[]): Promise<Socket> {
  const browser = connect(gateway.port, '127.0.0.1');
  atEnd(() => browser.destroy());
  browser.resume().write(segment('before'));
  await eventually(() => asked.length === 1);
  expect(asked[0]?.headers['viewer-token']).toBeDefined();
  return browser;
}

test('connections have limits: slow headers, and more idle time than proxies keep them for', async () => {
  const { gateway } = await runningGateway();
  atEnd(() => gateway.drain());
  expect(await httpServerOf(gateway.port)).toMatchObject({
    ...{ headersTimeout: 30_000, requestTimeout: 0, keepAliveTimeout: 72_000 },
  });
});

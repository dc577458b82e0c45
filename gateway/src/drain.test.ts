import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import {
  Agent,
  createServer,
  type IncomingMessage,
  type RequestOptions,
  request,
  type ServerResponse,
} from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SessionService } from '@marquee/contracts/identity/v1/auth_pb';
import type { Bus } from '@marquee/events/bus';
import { loadConfig } from '@marquee/runtime/config';
import { signalRevocation } from '@marquee/runtime/revocations';
import { implement, serve } from '@marquee/runtime/rpc/serve';
import { issueViewerToken } from '@marquee/runtime/viewer-token';
import type { RunningService } from '@marquee/service/platform';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { listenLocally } from '@marquee/testing/listen-locally';
import { serviceKey, viewerKey } from '@marquee/testing/test-keys';
import { type TestPlatform, testPlatform } from '@marquee/testing/test-platform';
import { viewers } from '@marquee/testing/viewers';
import { gatewayConfig } from './config.ts';
import { cookieNames } from './cookies.ts';
import { gateway as gatewayService } from './service.ts';

const HOST = 'gateway.test';
/** Longer than a test may take: what waits for it never ends. */
const GRACE_MS = 60_000;
const viewer = viewers.movieLover();

type Asked = { headers: IncomingMessage['headers']; url: string; response: ServerResponse };
type Running = {
  gateway: RunningService & { port: number };
  platform: TestPlatform;
  asked: Asked[];
  session: { isEnded: boolean };
};

/** A gateway in front of an identity that knows one session, and of a media that the test answers for. */
async function runningGateway(bus: Partial<Bus> = {}): Promise<Running> {
  const session = { isEnded: false };
  const asked: Asked[] = [];
  const media = createServer((incoming, response) => {
    incoming.resume().on('end', () => asked.push({ headers: incoming.headers, url: incoming.url ?? '', response }));
  });
  const mediaPort = await listenLocally(media);
  const platform = await testPlatform('identity');
  const { clock } = platform;
  const identity = await serve({
    ...{ service: 'identity', host: '127.0.0.1', port: 0, log: platform.log, verifier: platform.verifier, clock },
    implementations: [
      implement(SessionService, {
        resolveSession: async () => ({
          viewerToken: session.isEnded ? '' : issueViewerToken(viewerKey, viewer, clock.now()).token,
        }),
        revealChallenge: async () => ({}),
        reportBounce: async () => ({}),
      }),
    ],
  });
  atEnd(async () => {
    media.closeAllConnections();
    media.close();
    await identity.drain(100);
  });
  const addresses = { ...platform.addresses, identity: `127.0.0.1:${identity.port}` };
  const settings = { PUBLIC_URL: `http://${HOST}`, PORT: '0', MEDIA_HTTP_URL: `http://127.0.0.1:${mediaPort}` };
  const running = await gatewayService.start(loadConfig(gatewayConfig, { ...settings, ...(await emptyBuilds()) }), {
    ...{ ...platform, addresses, bus: { ...platform.bus, ...bus } },
    serviceKey: serviceKey('gateway'),
  });
  return { gateway: { ...running, port: running.httpPort ?? 0 }, platform, asked, session };
}

async function emptyBuilds() {
  const dir = await mkdtemp(join(tmpdir(), 'marquee-gateway-'));
  atEnd(() => rm(dir, { recursive: true, force: true }));
  await Promise.all(['client', 'server'].map((part) => mkdir(join(dir, part))));
  const build =
    '{ routes: {}, entry: { module: { createRequestHandler: () => () => undefined } }, assets: {}, publicPath: "/" }';
  await writeFile(join(dir, 'server', 'index.js'), `module.exports = ${build};`);
  await writeFile(join(dir, 'index.html'), '');
  return { WEB_BUILD_DIR: dir, ADMIN_BUILD_DIR: dir };
}

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

test('a gateway that drains answers what runs, says that the connection ends, takes none, and is done with the last', async () => {
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

test('one that is about to drain serves on, and has each connection made anew', async () => {
  const { gateway } = await runningGateway();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  atEnd(() => agent.destroy());
  gateway.leave();
  for (const path of ['/nowhere.txt', '/assets/nowhere.js']) {
    expect(await ask({ agent, port: gateway.port, path })).toMatchObject({ status: 404, connection: 'close' });
  }
  await gateway.drain();
});

test('a session that ends while the gateway drains is none any more for what comes on a connection that is kept', async () => {
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

test('the bus is left while answers still run, and identity is asked what it would have told', async () => {
  const left: string[] = [];
  const letGo = Promise.withResolvers<void>();
  const tail: Bus['tail'] = async ({ topic }) => ({
    close: () => {
      left.push(topic);
      return letGo.promise;
    },
  });
  const { gateway, asked, session } = await runningGateway({ tail });
  const browser = await playing(gateway, asked);
  const drained = gateway.drain(GRACE_MS);
  await eventually(() => left.length === 2);
  expect(left.sort()).toEqual(['film', 'identity']);
  session.isEnded = true;
  browser.write(segment('after'));
  await eventually(() => asked.length === 2);
  expect(asked[1]).toMatchObject(ofNobody);
  for (const { response } of asked) response.end();
  letGo.resolve();
  await drained;
});

const cookie = `${cookieNames(new URL(`http://${HOST}`)).session}=${'a'.repeat(40)}`;
const segment = (name: string) => `GET /v/${name} HTTP/1.1\r\nhost: ${HOST}\r\ncookie: ${cookie}\r\n\r\n`;
const ofNobody = { url: '/v/after', headers: expect.not.objectContaining({ 'viewer-token': expect.anything() }) };

/** A browser with a session, whose first segment is not answered yet. */
async function playing(gateway: Running['gateway'], asked: Asked[]): Promise<Socket> {
  const browser = connect(gateway.port, '127.0.0.1');
  atEnd(() => browser.destroy());
  browser.resume().write(segment('before'));
  await eventually(() => asked.length === 1);
  expect(asked[0]?.headers['viewer-token']).toBeDefined();
  return browser;
}

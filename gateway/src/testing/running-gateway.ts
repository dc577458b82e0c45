import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SessionService } from '@marquee/contracts/identity/v1/session_pb';
import type { Bus } from '@marquee/events/bus';
import type { Clock } from '@marquee/runtime/clock';
import { loadConfig } from '@marquee/runtime/config';
import type { Logger } from '@marquee/runtime/log';
import { implement, serve } from '@marquee/runtime/rpc/serve';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { issueViewerToken } from '@marquee/runtime/viewer-token';
import type { RunningService } from '@marquee/service/platform';
import { atEnd } from '@marquee/testing/cleanup';
import { listenLocally } from '@marquee/testing/listen-locally';
import { serviceKey, viewerKey } from '@marquee/testing/test-keys';
import { type TestPlatform, testPlatform } from '@marquee/testing/test-platform';
import { viewers } from '@marquee/testing/viewers';
import { gatewayConfig } from '../config.ts';
import { cookieNames } from '../cookies.ts';
import { gateway as gatewayService } from '../service.ts';

/** The host that the gateway answers for. */
export const HOST = 'gateway.test';
/** The account whose session identity returns. */
export const viewer = viewers.movieLover();
/** The Cookie header of its browser. */
export const cookie = `${cookieNames(new URL(`http://${HOST}`)).session}=${'a'.repeat(40)}`;

/** A request that reached media, with the response for the test to send. */
export type Asked = { headers: IncomingMessage['headers']; url: string; response: ServerResponse };

export type RunningGateway = RunningService & { port: number };

type Running = {
  gateway: RunningGateway;
  platform: TestPlatform;
  asked: Asked[];
  /** What identity answers for the session: whether it has ended, whose it is, whether identity is unavailable. */
  session: { isEnded: boolean; viewer: AccountViewer; isUnavailable: boolean };
};

type Options = { bus?: Partial<Bus>; log?: Logger; clock?: Clock; hasInbox?: boolean };

/** Starts a gateway with an identity that has one session and a media whose responses the test sends. */
export async function runningGateway({ bus, log, clock: ownClock, hasInbox }: Options = {}): Promise<Running> {
  const session: Running['session'] = { isEnded: false, viewer, isUnavailable: false };
  const asked: Asked[] = [];
  const media = createServer((incoming, response) => {
    incoming.resume().on('end', () => asked.push({ headers: incoming.headers, url: incoming.url ?? '', response }));
  });
  const mediaPort = await listenLocally(media);
  const platform = await testPlatform('identity', { ...(log && { log }), ...(ownClock && { clock: ownClock }) });
  const { clock } = platform;
  const identity = await serve({
    ...{ service: 'identity', host: '127.0.0.1', port: 0, log: platform.log, verifier: platform.verifier, clock },
    implementations: [
      implement(SessionService, {
        resolveSessions: async ({ sessionTokens }) => {
          if (session.isUnavailable) throw new Error('unavailable');
          const issued = () => (session.isEnded ? '' : issueViewerToken(viewerKey, session.viewer, clock.now()).token);
          return { sessions: sessionTokens.map(() => ({ viewerToken: issued() })) };
        },
        resolveSession: async () => ({}),
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
  const mediaUrl = `http://127.0.0.1:${mediaPort}`;
  // The development inbox is asked for where media is.
  const inbox = hasInbox ? { NOTIFICATION_HTTP_URL: mediaUrl } : {};
  const settings = { PUBLIC_URL: `http://${HOST}`, PORT: '0', MEDIA_HTTP_URL: mediaUrl, ...inbox };
  const running = await gatewayService.start(loadConfig(gatewayConfig, { ...settings, ...(await emptyBuilds()) }), {
    ...{ ...platform, addresses, bus: { ...platform.bus, ...bus } },
    serviceKey: serviceKey('gateway'),
  });
  return { gateway: { ...running, port: running.httpPort ?? 0 }, platform, asked, session };
}

/** A web app whose pages are all the same, and whose home page is public and /broken fails; a back office without files. */
async function emptyBuilds() {
  const dir = await mkdtemp(join(tmpdir(), 'marquee-gateway-'));
  atEnd(() => rm(dir, { recursive: true, force: true }));
  await Promise.all(['client', 'server'].map((part) => mkdir(join(dir, part))));
  const build = `{
    routes: { home: { id: 'home', path: '/', module: { handle: { publicPage: { tags: () => [] } } } } },
    entry: {
      module: {
        createRequestHandler: () => async ({ url }, { onError }) => {
          if (url.endsWith('/broken')) onError(new Error('a broken page'));
          return new Response('a page', { headers: { 'content-type': 'text/html' } });
        },
        createLoadContext: ({ onError }) => ({ onError }),
        matchRoutes: (routes, { pathname }) => pathname === '/' ? [{ route: routes[0], params: {} }] : null,
        takeDocument: () => null,
      },
    },
    assets: { routes: {} },
    publicPath: '/',
  }`;
  await writeFile(join(dir, 'server', 'index.js'), `module.exports = ${build};`);
  await writeFile(join(dir, 'index.html'), 'the back office');
  await writeFile(join(dir, 'client', 'robots.txt'), 'User-agent: *');
  return { WEB_BUILD_DIR: dir, ADMIN_BUILD_DIR: dir };
}

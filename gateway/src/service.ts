import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DescService } from '@bufbuild/protobuf';
import { createClient } from '@connectrpc/connect';
import { StudioService } from '@marquee/contracts/film/v1/studio_pb';
import { SessionService } from '@marquee/contracts/identity/v1/auth_pb';
import { MediaService } from '@marquee/contracts/media/v1/media_pb';
import { ownerOf } from '@marquee/contracts/services';
import { encodeClientInfo } from '@marquee/runtime/client-info';
import { currentCall, newCall, runInCall } from '@marquee/runtime/context';
import { gracefulServer } from '@marquee/runtime/http/graceful-server';
import type { Platform } from '@marquee/service/platform';
import { rateLimitsOfService } from '@marquee/runtime/rate-limits';
import { createRevocations, followRevocations } from '@marquee/runtime/revocations';
import { serve } from '@marquee/runtime/rpc/serve';
import { type GrpcTransport, grpcTransport } from '@marquee/runtime/rpc/transport';
import type { Express } from 'express';
import express from 'express';
import type { ServerBuild } from 'react-router';
import { backOffice, backOfficePath } from './back-office.ts';
import { type BrowserSessions, browserSessions } from './browser-sessions.ts';
import { clientAddress } from './client-address.ts';
import { clientErrors } from './client-errors.ts';
import type { GatewayConfig } from './config.ts';
import { cookieNames, cookieWriter, readCookie } from './cookies.ts';
import { followEndedSessions } from './follow-revocations.ts';
import { hostCheck } from './host-check.ts';
import { httpPass } from './http-pass.ts';
import { mediaRoutes } from './media-routes.ts';
import { followPageTags } from './page-tags.ts';
import { type ConnectProxy, createConnectProxy, routesByOwner } from './proxy/connect-proxy.ts';
import { isSameOrigin } from './proxy/same-origin.ts';
import { realtimeRpc } from './realtime-rpc.ts';
import { traceRequest } from './request-trace.ts';
import { securityHeaders } from './security-headers.ts';
import { applySessionChanges } from './session-changes.ts';
import { createSsrHost, type SsrHost } from './ssr/host.ts';
import type { PageContext, PageRequest } from './ssr/page-renderer.ts';
import { loadStaticFiles } from './ssr/static-files.ts';

export type RunningGateway = {
  port: number;
  /** Has clients look for another replica with their next request, and goes on serving. */
  leave(): void;
  /** Ends accepting, lets pages finish for at most 5 s unless told, ends streams so that clients open them anew. */
  drain(graceMs?: number): Promise<void>;
};

const CALL_TIMEOUT_MS = 10_000;
const SESSION_TIMEOUT_MS = 3_000;
/** How long identity's answer about a session is believed; a revocation ends it sooner, and so does a lost signal link. */
const REMEMBER_SESSION_MS = 5_000;
const INBOX_IDLE_MS = 30_000;
/**
 * Draining takes at most 9 s of the 13 s that a process has left by then (DRAIN_MS of process-config.ts): what runs has
 * these 5 and then 2.5 to be turned away (graceful-server.ts), and beside that Kafka has 5 to be left (kafka-reader.ts)
 * and 4 to forget the group (kafka-link.ts). After it Redis closes within 0.5 s and traces within 3 (open-traces.ts).
 */
const DRAIN_MS = 5_000;
const FILE = /\.\w+$/;
const HEADERS_TIMEOUT_MS = 30_000;
/** Longer than the 60 s for which proxies in front keep a connection: who closes first must not be the one that is asked. */
const KEEP_ALIVE_MS = 72_000;

type Parts = ReturnType<typeof createParts>;

/** What every route of the gateway is made of. */
function createParts(config: GatewayConfig, platform: Platform) {
  const { log, clock, verifier, serviceKey, addresses } = platform;
  const publicUrl = new URL(config.PUBLIC_URL);
  const cookies = cookieNames(publicUrl);
  const revocations = createRevocations({ clock });
  const transports = new Map<string, GrpcTransport>(
    Object.entries(addresses).map(([callee, address]) => [
      callee,
      grpcTransport({ address, service: 'gateway', callee, serviceKey, clock, defaultTimeoutMs: CALL_TIMEOUT_MS }),
    ]),
  );
  const transportOf = (service: DescService): GrpcTransport => {
    const transport = transports.get(ownerOf(service));
    if (!transport) throw new Error(`${service.typeName} has no address`);
    return transport;
  };
  const identity = grpcTransport({
    address: addresses.identity,
    service: 'gateway',
    callee: 'identity',
    serviceKey,
    clock,
    defaultTimeoutMs: SESSION_TIMEOUT_MS,
  });
  const sessions: BrowserSessions = browserSessions({
    identity: createClient(SessionService, identity),
    cookieName: cookies.session,
    clock,
    verifier,
    revocations,
    signals: platform.signals,
    rememberMs: REMEMBER_SESSION_MS,
  });
  const closeTransports = () => {
    for (const transport of [...transports.values(), identity]) transport.close();
  };
  return {
    ...{ config, platform, log, publicUrl, cookies, revocations, transportOf, sessions, closeTransports },
    writer: cookieWriter(publicUrl),
    limits: rateLimitsOfService(platform.rateLimits, 'gateway'),
    headers: securityHeaders(publicUrl),
    addressOf: (request: IncomingMessage) => clientAddress(request, config.TRUSTED_PROXIES),
  };
}

/** Starts the gateway in front of the services. */
export async function startGateway(config: GatewayConfig, platform: Platform): Promise<RunningGateway> {
  const parts = createParts(config, platform);
  const { revocations, transportOf } = parts;
  const realtime = await serve({
    ...{ service: 'realtime', host: '127.0.0.1', port: 0, revocations },
    ...{ log: platform.log, verifier: platform.verifier, clock: platform.clock, rateLimits: platform.rateLimits },
    implementations: [
      realtimeRpc({
        signals: platform.signals,
        media: createClient(MediaService, transportOf(MediaService)),
        film: createClient(StudioService, transportOf(StudioService)),
      }),
    ],
  });
  const proxy = connectProxy(parts, realtime.port);
  const times = { requestTimeout: 0, headersTimeout: HEADERS_TIMEOUT_MS, keepAliveTimeout: KEEP_ALIVE_MS };
  const server = createServer(times);
  const front = gracefulServer(server);
  const pages = await pageHost(parts, server);
  const app = await routes(parts, proxy, pages);
  const isOurs = hostCheck(parts.publicUrl);

  server.on('request', (request, response) => {
    if (!isOurs(request)) {
      response.writeHead(421, { 'content-type': 'text/plain' }).end('This server does not answer for that host.\n');
    } else if (!pages.serveCached(request, response)) app(request, response);
  });
  const followers = await Promise.all([
    followPageTags(platform.bus, (tags) => pages.drop(tags)),
    followEndedSessions(platform.bus, revocations, platform.clock),
  ]);
  const unfollow = followRevocations(revocations, platform.signals);
  const port = await listen(server, config.HOST, config.PORT);

  return {
    port,
    leave: front.leave,
    async drain(graceMs = DRAIN_MS) {
      proxy.drain();
      // The bus takes long to leave: its followers go beside the answers, and identity is asked what they would tell.
      parts.sessions.rememberNone();
      const followersClosed = followers.map((follower) => follower.close());
      await Promise.all([realtime.drain(graceMs), front.close(graceMs), ...followersClosed]);
      // Until the last answer: who may have it must be known.
      unfollow();
      parts.sessions.close();
      proxy.close();
      parts.closeTransports();
    },
  };
}

function connectProxy(parts: Parts, realtimePort: number): ConnectProxy {
  const { platform, cookies, writer, sessions, publicUrl, addressOf } = parts;
  return createConnectProxy({
    routes: routesByOwner({ ...platform.addresses, realtime: `127.0.0.1:${realtimePort}` }),
    log: parts.log,
    serviceKey: platform.serviceKey,
    isSameOrigin: (request) => isSameOrigin(request, publicUrl.origin),
    authenticate: async (request) => {
      const { session } = await sessions.resolve(request);
      return {
        viewerToken: session?.viewerToken,
        challengeToken: readCookie(request, cookies.challenge),
        client: { ip: addressOf(request), userAgent: request.headers['user-agent'] ?? '' },
      };
    },
    beforeResponse: applySessionChanges(cookies, writer, sessions),
  });
}

async function pageHost(parts: Parts, server: ReturnType<typeof createServer>): Promise<SsrHost> {
  const { config, cookies, writer, publicUrl, log, headers } = parts;
  const source =
    config.WEB_DEVELOPMENT === '1'
      ? { vite: await openDevelopment(server) }
      : {
          build: (await import(pathToFileURL(join(config.WEB_BUILD_DIR, 'server', 'index.js')).href)) as ServerBuild,
          files: await loadStaticFiles(join(config.WEB_BUILD_DIR, 'client')),
        };
  return createSsrHost({
    source,
    publicUrl,
    headers,
    freshCookie: cookies.fresh,
    clearFresh: (response) => writer.clear(response, cookies.fresh),
    createContext: (page) => pageContext(parts, page),
    onError: (err) => log.error({ err }, 'a page failed'),
  });
}

async function openDevelopment(server: ReturnType<typeof createServer>) {
  const { openVite } = await import('./ssr/development.ts');
  return openVite({ webDirectory: join(import.meta.dirname, '..', '..', 'web'), server });
}

/** Whom a page is rendered for: a public one for nobody, whatever the request brings. */
async function pageContext(parts: Parts, page: PageRequest): Promise<PageContext> {
  const { transportOf, sessions, addressOf } = parts;
  // Of the request's span, if it is recorded; a page that several wait for belongs to the first of them.
  const traceparent = currentCall()?.traceparent;
  if (page.kind === 'public') {
    const call = newCall({ traceparent });
    return { transportOf, viewer: null, run: (render) => runInCall(call, render) };
  }
  const { incoming } = page;
  const { session } = await sessions.resolve(incoming);
  const call = newCall({
    traceparent,
    ...(session && { viewer: session.viewer, viewerToken: session.viewerToken }),
    clientInfoBytes: encodeClientInfo({ ip: addressOf(incoming), userAgent: incoming.headers['user-agent'] ?? '' }),
  });
  return { transportOf, viewer: session?.viewer ?? null, run: (render) => runInCall(call, render) };
}

async function routes(parts: Parts, proxy: ConnectProxy, pages: SsrHost): Promise<Express> {
  const { config, log, sessions, headers, publicUrl } = parts;
  const fromOurPages = (request: IncomingMessage) => isSameOrigin(request, publicUrl.origin);
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.use((_request, response, next) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    next();
  });
  app.use('/rpc', (request, response) => traceRequest(request, response, () => proxy(request, response)));
  app.use('/errors', clientErrors(log, parts.limits, parts.addressOf, fromOurPages));
  mediaRoutes(app, { target: config.MEDIA_HTTP_URL, log, sessions, fromOurPages });
  if (config.INBOX_HTTP_URL) {
    const inbox = httpPass({
      target: config.INBOX_HTTP_URL,
      log,
      requestHeaders: ['accept'],
      idleTimeoutMs: INBOX_IDLE_MS,
      socketsMax: 8,
    });
    app.use('/dev', (request, response) => inbox(request, response, request.originalUrl));
  }
  // The forbidden page under its own address: the browser takes over the page of the address that it sees.
  const staff = await backOffice(config.ADMIN_BUILD_DIR, sessions, (_, response) => {
    response.writeHead(302, { location: '/forbidden', 'cache-control': 'no-store' }).end();
  });
  app.use((request, response, next) => {
    const pathname = backOfficePath(request.url);
    if (pathname === undefined) return next();
    staff(request, response, pathname).catch(next);
  });
  app.use((request, response, next) => {
    const serve = () =>
      void dropStaleSession(parts, request, response)
        .catch((err: unknown) => log.warn({ err }, 'a session could not be asked for'))
        .then(() => pages.handler(request, response, next));
    if (isFile(request)) serve();
    else traceRequest(request, response, serve);
  });
  app.use((error: unknown, _request: IncomingMessage, response: ServerResponse, _next: unknown) => {
    log.error({ err: error }, 'a request failed');
    if (response.headersSent) response.destroy();
    else
      response
        .writeHead(503, { 'content-type': 'text/plain', 'retry-after': '5' })
        .end('Please try again in a moment.\n');
  });
  return app;
}

/** A file of the web app; what ends in .data is the data of a page. */
function isFile({ url = '' }: IncomingMessage): boolean {
  return FILE.test(url) && !url.endsWith('.data');
}

/** A cookie of a session that ended is taken away with the next page. */
async function dropStaleSession(
  { sessions, writer, cookies }: Parts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!readCookie(request, cookies.session) || FILE.test(request.url ?? '')) return;
  const { stale } = await sessions.resolve(request);
  if (!stale) return;
  writer.clear(response, cookies.session);
  writer.clear(response, cookies.signedIn);
}

function listen(server: ReturnType<typeof createServer>, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

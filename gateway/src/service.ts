import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DescService } from '@bufbuild/protobuf';
import { createClient } from '@connectrpc/connect';
import { accessOf, RateClass } from '@marquee/contracts/access';
import { SaleRoomService } from '@marquee/contracts/festival/v1/sale_room_pb';
import { TicketCheckoutService } from '@marquee/contracts/festival/v1/tickets_pb';
import { CatalogueService } from '@marquee/contracts/film/v1/catalogue_pb';
import { CheckoutService } from '@marquee/contracts/film/v1/checkout_pb';
import { PeopleService } from '@marquee/contracts/identity/v1/people_pb';
import { OwnDataService } from '@marquee/contracts/identity/v1/personal_data_pb';
import { PlanService } from '@marquee/contracts/identity/v1/plans_pb';
import { SessionService } from '@marquee/contracts/identity/v1/session_pb';
import { InvitationMailService } from '@marquee/contracts/notification/v1/invitation_mail_pb';
import { MailReportService } from '@marquee/contracts/notification/v1/mail_report_pb';
import { allServices, ownerOf } from '@marquee/contracts/services';
import { openPlaces } from '@marquee/geo/places';
import { interfaceLanguageCodes } from '@marquee/rules/interface-languages';
import { encodeClientInfo } from '@marquee/runtime/client-info';
import { currentCall, newCall, runInCall } from '@marquee/runtime/context';
import { eventLoopShare } from '@marquee/runtime/event-loop';
import { bodyDeadline } from '@marquee/runtime/http/body-deadline';
import { boundedPipeline } from '@marquee/runtime/http/bounded-pipeline';
import { closeOnceAnswered } from '@marquee/runtime/http/close-once-answered';
import { gracefulServer } from '@marquee/runtime/http/graceful-server';
import { serve } from '@marquee/runtime/rpc/serve';
import { type Base, defineService, type HttpServer } from '@marquee/service/define-service';
import { licenceOriginsOf, licenceServerVariables } from '@marquee/service/licence-servers';
import { followSessionEndings } from '@marquee/service/session-endings';
import { fileCheck } from '@marquee/service/setting-checks';
import type { Express } from 'express';
import express from 'express';
import type { ServerBuild } from 'react-router';
import { backOffice, backOfficePath } from './back-office.ts';
import { type BrowserSessions, browserSessions } from './browser-sessions.ts';
import { redirected } from './canonical-address.ts';
import { clientAddress } from './client-address.ts';
import { clientErrors } from './client-errors.ts';
import { clientOfRequest } from './client-of-request.ts';
import { type GatewayConfig, gatewayConfig, originsOf } from './config.ts';
import { cookieNames, cookieWriter, readCookie, sessionTokens } from './cookies.ts';
import { EXPORT_DOWNLOAD, exportDownload } from './export-download.ts';
import { followBlocks } from './follow-blocks.ts';
import { hostCheck } from './host-check.ts';
import { httpPass } from './http-pass.ts';
import { MAIL_REPORTS, mailReports } from './mail-reports.ts';
import { mediaRoutes, sendsFile } from './media-routes.ts';
import { MinuteCounts } from './minute-counts.ts';
import { Overloaded } from './overloaded.ts';
import { followPageTags } from './page-tags.ts';
import { PAYMENT_WEBHOOKS, paymentWebhooks, type ReceivePaymentEvent } from './payment-webhooks.ts';
import { placesCheck } from './places-check.ts';
import { placesRpc } from './places-rpc.ts';
import { type ConnectProxy, createConnectProxy, routesByOwner } from './proxy/connect-proxy.ts';
import { isSameOrigin } from './proxy/same-origin.ts';
import { realtimeRpc } from './realtime-rpc.ts';
import { requestShares } from './request-shares.ts';
import { nameRoute, traceRequest } from './request-trace.ts';
import { securityHeaders } from './security-headers.ts';
import { applySessionChanges } from './session-changes.ts';
import { sharePictureDrawer } from './share-pictures/share-picture-drawer.ts';
import { SHARE_PICTURES, sharePictures } from './share-pictures/share-pictures.ts';
import { sayBusy, sayFailed } from './ssr/busy-page.ts';
import { filePolicy } from './ssr/content-security-policy.ts';
import { createSsrHost, type SsrHost } from './ssr/host.ts';
import { languageOfRequest } from './ssr/language.ts';
import type { PageContext, PageRequest } from './ssr/page-renderer.ts';
import { loadStaticFiles } from './ssr/static-files.ts';
import { UNSUBSCRIBE, unsubscribe, unsubscribePage } from './unsubscribe.ts';
import { waitingRoomRpc } from './waiting-room/waiting-room-rpc.ts';

/** How long identity's answer about a session is believed; a revocation ends it sooner, and so does a lost signal link. */
const REMEMBER_SESSION_MS = 5_000;
/**
 * The same for what open pages call again and again, each of tens of thousands: a heartbeat, a place in a queue. As long as
 * the viewer token lives.
 */
const REMEMBER_OPEN_PAGE_MS = 60_000;
const SESSION_TIMEOUT_MS = 3_000;
const INBOX_IDLE_MS = 30_000;
/** Of the built web app. */
const SERVER_BUILD = ['server', 'index.js'];
const FILE = /\.\w+$/;
const HEADERS_TIMEOUT_MS = 30_000;
/** Of every body but an upload's, which may take hours and has a limit of its own between two parts. */
const BODY_TIMEOUT_MS = 30_000;
/** Longer than the 60 s for which proxies in front keep a connection, so that the proxy closes it and loses no request. */
const KEEP_ALIVE_MS = 72_000;

/** Every service that browsers may call; the gateway answers for realtime itself. */
const calls = Object.fromEntries(
  allServices()
    .filter((service) => ownerOf(service) !== 'realtime')
    .map((service) => [service.typeName, service]),
);

export const gateway = defineService({
  name: 'gateway',
  summary: 'pages, the Connect proxy, browser sessions, the micro-cache, realtime',
  entry: new URL('./main.ts', import.meta.url).href,
  config: gatewayConfig,
  calls,
  callTimeoutMs: 10_000,
  callsHttp: ['media', 'notification'],
  checks: [
    placesCheck(),
    fileCheck('WEB_BUILD_DIR', (config: GatewayConfig) =>
      config.WEB_DEVELOPMENT === '1' ? undefined : join(config.WEB_BUILD_DIR, ...SERVER_BUILD),
    ),
    fileCheck('ADMIN_BUILD_DIR', (config: GatewayConfig) => join(config.ADMIN_BUILD_DIR, 'index.html')),
  ],
  resources: openGateway,
  http: { port: 'PORT', serve: serveGateway },
  release: {
    heapMegabytes: 512,
    resources: { requests: { cpu: '250m', memory: '512Mi' }, limits: { cpu: '2', memory: '768Mi' } },
    autoscaling: { maxReplicas: 8 },
    adjustable: Object.keys(licenceServerVariables),
    small: {
      heapMegabytes: 224,
      resources: { requests: { cpu: '150m', memory: '320Mi' }, limits: { cpu: '1', memory: '512Mi' } },
    },
    premiere: {
      autoscaling: { minReplicas: 8, maxReplicas: 16 },
      heapMegabytes: 768,
      resources: { requests: { cpu: '1', memory: '768Mi' }, limits: { cpu: '2', memory: '1536Mi' } },
    },
    httpPort: 3000,
    isPublic: true,
  },
});

type GatewayBase = Base<GatewayConfig, typeof calls, never>;
type Parts = ReturnType<typeof openGateway>;

/** What every route of the gateway is made of. */
function openGateway(base: GatewayBase) {
  const { config, clock, verifier, revocations, signals } = base;
  const publicUrl = new URL(config.PUBLIC_URL);
  const cookies = cookieNames(publicUrl);
  const addressOf = (request: IncomingMessage) => clientAddress(request, config.TRUSTED_PROXIES);
  const sessions: BrowserSessions = browserSessions({
    identity: createClient(SessionService, base.transportTo('identity')),
    ...{ cookieName: cookies.session, addressOf, clock, verifier, revocations, signals },
    rememberMs: REMEMBER_SESSION_MS,
    timeoutMs: SESSION_TIMEOUT_MS,
  });
  base.onClose(() => sessions.close());
  const places = openPlaces({ file: config.GEO_DATABASE, log: base.log, clock });
  return {
    ...base,
    ...{ publicUrl, cookies, sessions, places },
    transportOf: (service: DescService) => base.transportTo(ownerOf(service)),
    writer: cookieWriter(publicUrl),
    headers: securityHeaders(publicUrl),
    addressOf,
    clientOf: clientOfRequest(places, config.TRUSTED_PROXIES, cookies.language),
  };
}

/** Serves browsers in front of the services. */
async function serveGateway(parts: Parts): Promise<HttpServer> {
  const { config, log, clock, verifier, rateLimits, revocations, bus, signals, transportOf } = parts;
  const waiting = {
    ...{ clock, verifier, rateLimits, rooms: parts.waitingRooms, key: parts.serviceKey },
    loopShare: eventLoopShare(() => performance.now()),
    festival: createClient(SaleRoomService, parts.transportTo('festival')),
  };
  const realtime = await serve({
    ...{ service: 'realtime', host: '127.0.0.1', port: 0 },
    // Of this process alone, and the streams of all open pages lie on it.
    maxConnectionAgeMs: Number.POSITIVE_INFINITY,
    ...{ log, clock, verifier, rateLimits, revocations },
    implementations: [realtimeRpc({ signals, transportOf }), waitingRoomRpc(waiting), placesRpc(parts)],
  });
  const proxy = connectProxy(parts, realtime.port);
  parts.onClose(() => proxy.close());
  const times = { requestTimeout: 0, headersTimeout: HEADERS_TIMEOUT_MS, keepAliveTimeout: KEEP_ALIVE_MS };
  const server = createServer(times);
  const front = gracefulServer(server);
  const pages = await pageHost(parts, server);
  const app = await routes(parts, proxy, pages);
  const isOurs = hostCheck(parts.publicUrl);
  const admit = requestShares({ addressOf: parts.addressOf, accountOf: parts.sessions.lastAccount });
  const listener = boundedPipeline((request, response) => {
    if (!sendsFile(request)) bodyDeadline(request, BODY_TIMEOUT_MS);
    closeOnceAnswered(request, response);
    if (!admit(request, response)) return;
    if (!isOurs(request)) {
      response
        .writeHead(421, { ...parts.headers, 'content-type': 'text/plain' })
        .end('This server does not answer for that host.\n');
    } else if (redirected(request, response)) return;
    else if (!pages.serveEarly(request, response)) app(request, response);
  });
  server.on('request', listener);
  const followers = await Promise.all([
    followPageTags(bus, (tags) => pages.drop(tags)),
    followBlocks(bus, parts.sessions.forgetAccount),
    followSessionEndings({ bus, clock }, revocations.revoke),
  ]);
  return {
    port: await front.listen({ port: config.PORT, host: config.HOST }),
    leave: front.leave,
    async close(graceMs) {
      proxy.drain();
      // Leaving the bus takes long: the followers end beside the answers, and identity is asked for what they would say.
      parts.sessions.rememberNone();
      const followersClosed = followers.map((follower) => follower.close());
      await Promise.all([realtime.drain(graceMs), front.close(graceMs), ...followersClosed]);
    },
  };
}

function connectProxy(parts: Parts, realtimePort: number): ConnectProxy {
  const { addresses, cookies, writer, sessions, publicUrl, clientOf } = parts;
  return createConnectProxy({
    routes: routesByOwner({ ...addresses, realtime: `127.0.0.1:${realtimePort}` }),
    log: parts.log,
    serviceKey: parts.serviceKey,
    isSameOrigin: (request) => isSameOrigin(request, publicUrl.origin),
    addressOf: parts.addressOf,
    authenticate: async (request, method) => {
      const repeats = accessOf(method)?.rateClass === RateClass.HEARTBEAT;
      const ageMsMax = repeats ? REMEMBER_OPEN_PAGE_MS : undefined;
      const [{ session }, client] = await Promise.all([sessions.resolve(request, ageMsMax), clientOf(request)]);
      return {
        viewerToken: session?.viewerToken,
        challengeToken: readCookie(request, cookies.challenge),
        knownTokens: readCookie(request, cookies.known),
        sessionTokens: sessionTokens(request, cookies),
        client,
      };
    },
    beforeResponse: applySessionChanges(cookies, writer, sessions, parts.clock),
  });
}

async function pageHost(parts: Parts, server: ReturnType<typeof createServer>): Promise<SsrHost> {
  const { config, cookies, writer, publicUrl, log, headers } = parts;
  const source =
    config.WEB_DEVELOPMENT === '1'
      ? { vite: await openDevelopment(server) }
      : {
          build: (await import(pathToFileURL(join(config.WEB_BUILD_DIR, ...SERVER_BUILD)).href)) as ServerBuild,
          files: await loadStaticFiles(join(config.WEB_BUILD_DIR, 'client'), { policyOf: filePolicy }),
        };
  return createSsrHost({
    source,
    clock: parts.clock,
    publicUrl,
    headers,
    readerOf: (request) => ({ address: parts.addressOf(request), account: parts.sessions.lastAccount(request) }),
    sendsSession: (request) => readCookie(request, cookies.session) !== undefined,
    // While identity cannot be asked the page is what it is for everybody who signs out.
    hasBlocks: (request) =>
      parts.sessions.resolve(request).then(
        ({ session }) => session?.hasBlocks ?? false,
        () => false,
      ),
    languages: interfaceLanguageCodes,
    languageCookie: cookies.language,
    freshCookie: cookies.fresh,
    clearFresh: (response) => writer.clear(response, cookies.fresh),
    createContext: (page) => pageContext(parts, page),
    onError: (err) => log.error({ err }, 'a page failed'),
    policy: {
      mediaOrigins: originsOf(config.AD_ORIGINS),
      licenceOrigins: licenceOriginsOf(config),
      stripe: config.PAYMENT_PROVIDER === 'stripe',
    },
  });
}

async function openDevelopment(server: ReturnType<typeof createServer>) {
  const { openVite } = await import('./ssr/development.ts');
  return openVite({ webDirectory: join(import.meta.dirname, '..', '..', 'web'), server });
}

/** Whom a page is rendered for: a public one for nobody, whatever the request brings. */
async function pageContext(parts: Parts, page: PageRequest): Promise<PageContext> {
  const { transportOf, sessions, clientOf } = parts;
  // Of the request's span, if it is recorded; a page that several wait for belongs to the first of them.
  const traceparent = currentCall()?.traceparent;
  if (page.kind === 'public') {
    const call = newCall({ traceparent });
    return { transportOf, viewer: null, run: (render) => runInCall(call, render) };
  }
  const { incoming } = page;
  const [{ session }, client] = await Promise.all([sessions.resolve(incoming), clientOf(incoming)]);
  const call = newCall({
    traceparent,
    ...(session && { viewer: session.viewer, viewerToken: session.viewerToken }),
    clientInfoBytes: encodeClientInfo(client),
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
  app.use('/errors', clientErrors(log, parts.rateLimits, parts.addressOf, fromOurPages));
  const mails = createClient(InvitationMailService, parts.transportTo('notification'));
  const stopMails = unsubscribe({ mails, clientOf: parts.clientOf, log });
  app.get(UNSUBSCRIBE, unsubscribePage);
  app.post(UNSUBSCRIBE, (request, response, next) => {
    traceRequest(request, response, () => {
      nameRoute(response, UNSUBSCRIBE);
      stopMails(request, response).catch(next);
    });
  });
  const reports = createClient(MailReportService, parts.transportTo('notification'));
  const takeReport = mailReports({
    receive: (report) => reports.receiveMailReport(report),
    ...{ limits: parts.rateLimits, addressOf: parts.addressOf, log },
  });
  app.use(MAIL_REPORTS, (request, response, next) => {
    traceRequest(request, response, () => {
      nameRoute(response, MAIL_REPORTS);
      takeReport(request, response).catch(next);
    });
  });
  const films = createClient(CheckoutService, parts.transportTo('film'));
  const tickets = createClient(TicketCheckoutService, parts.transportTo('festival'));
  const plans = createClient(PlanService, parts.transportTo('identity'));
  const sellers: Record<string, ReceivePaymentEvent> = {
    film: (event) => films.receivePaymentEvent(event),
    festival: (event) => tickets.receiveTicketPaymentEvent(event),
    identity: (event) => plans.receivePlanPaymentEvent(event),
  };
  for (const [owner, receive] of Object.entries(sellers)) {
    const address = `${PAYMENT_WEBHOOKS}/${owner}`;
    const wrong = new MinuteCounts(() => performance.now());
    const takeEvent = paymentWebhooks({ receive, wrong, addressOf: parts.addressOf, log });
    app.use(address, (request, response, next) => {
      traceRequest(request, response, () => {
        nameRoute(response, address);
        takeEvent(request, response).catch(next);
      });
    });
  }
  const ownData = createClient(OwnDataService, parts.transportTo('identity'));
  const download = exportDownload({ ownData, sessions, log });
  app.get(EXPORT_DOWNLOAD, (request, response, next) => {
    traceRequest(request, response, () => {
      nameRoute(response, EXPORT_DOWNLOAD);
      download(request, response).catch(next);
    });
  });
  shareRoute(app, parts);
  mediaRoutes(app, { target: config.MEDIA_HTTP_URL, log, sessions, fromOurPages });
  if (config.NOTIFICATION_HTTP_URL) {
    const inbox = httpPass({
      target: config.NOTIFICATION_HTTP_URL,
      log,
      requestHeaders: ['accept'],
      idleTimeoutMs: INBOX_IDLE_MS,
      socketsMax: 8,
    });
    app.use('/dev', (request, response) => inbox(request, response, request.originalUrl));
  }
  const staff = await backOffice(config.ADMIN_BUILD_DIR, sessions);
  app.use((request, response, next) => {
    const pathname = backOfficePath(request.url);
    if (pathname === undefined) return next();
    staff(request, response, pathname).catch(next);
  });
  app.use((request, response, next) => {
    const serve = () =>
      void dropStaleSession(parts, request, response)
        .catch((err: unknown) => err instanceof Overloaded || log.warn({ err }, 'a session could not be asked for'))
        .then(() => pages.handler(request, response, next));
    if (isFile(request)) serve();
    else traceRequest(request, response, serve);
  });
  app.use((error: unknown, request: IncomingMessage, response: ServerResponse, _next: unknown) => {
    // Its client left in the middle: nobody reads an answer, and nothing of ours failed.
    if (request.errored && response.destroyed) return;
    const language = languageOfRequest(request, parts.cookies.language, interfaceLanguageCodes);
    if (error instanceof Overloaded && !response.headersSent) return sayBusy(request, response, { language });
    log.error({ err: error }, 'a request failed');
    if (response.headersSent) response.destroy();
    else sayFailed(request, response, { language });
  });
  return app;
}

/** Pictures of shared links, for nobody in particular, as public pages are. */
function shareRoute(app: Express, parts: Parts): void {
  const { config, log, rateLimits, addressOf, transportTo } = parts;
  const drawer = sharePictureDrawer();
  parts.onClose(() => drawer.close());
  const things = {
    catalogue: createClient(CatalogueService, transportTo('film')),
    people: createClient(PeopleService, transportTo('identity')),
  };
  const picture = sharePictures({
    things,
    drawer,
    mediaUrl: config.MEDIA_HTTP_URL,
    limits: rateLimits,
    addressOf,
    log,
  });
  app.get(SHARE_PICTURES, (request, response, next) => {
    traceRequest(request, response, () => {
      nameRoute(response, SHARE_PICTURES);
      const call = newCall({ traceparent: currentCall()?.traceparent });
      runInCall(call, () => picture(request, response)).catch(next);
    });
  });
}

/** A file of the web app; what ends in .data is the data of a page. */
function isFile({ url = '' }: IncomingMessage): boolean {
  return FILE.test(url) && !url.endsWith('.data');
}

/** A cookie of a session that ended is removed with the next page. */
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

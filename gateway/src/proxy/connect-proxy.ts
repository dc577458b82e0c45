import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DescMethod, DescService, Registry } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { isServiceOnly } from '@marquee/contracts/access';
import { allServices, contractRegistry, ownerOf } from '@marquee/contracts/services';
import { type ClientInfo, encodeClientInfo } from '@marquee/runtime/client-info';
import { currentCall, newCall } from '@marquee/runtime/context';
import { discardRest } from '@marquee/runtime/http/discard-rest';
import type { SigningKey } from '@marquee/runtime/keys';
import type { Logger } from '@marquee/runtime/log';
import { metadataNames } from '@marquee/runtime/rpc/metadata';
import { refusalOf } from '@marquee/runtime/rpc/status';
import { observeClientCall } from '@marquee/runtime/telemetry/observe-call';
import { newTraceparent, withSampling } from '@marquee/runtime/trace';
import { Overloaded } from '../overloaded.ts';
import { browserTraceparent, nameRoute } from '../request-trace.ts';
import { CallsAtOnce } from './calls-at-once.ts';
import { checkProtocol, readMessage, requestForm } from './connect-request.ts';
import { beginStream, endStream, writeHttpRefusal, writeUnaryError } from './connect-response.ts';
import { type EndStream, type Exchange, type Forward, forwardStream, forwardUnary } from './forward.ts';
import { measureProxied, type Proxied } from './measure-proxied.ts';
import { forwardHeaders, setToken } from './metadata-rules.ts';
import { methodTable, type ProxiedMethod } from './method-table.ts';
import { unavailable } from './proxy-error.ts';

export const PREFIX = '/rpc/';
export const REQUEST_BYTES_MAX = 1024 * 1024;
export const UNARY_TIMEOUT_MS = 30_000;

/** What the gateway has about the browser of a request. */
export type Browser = {
  viewerToken?: string | undefined;
  /** From the challenge cookie. */
  challengeToken?: string | undefined;
  /** From the cookie of addresses that it has signed in with. */
  knownTokens?: string | undefined;
  /** Of all accounts that are signed in in it, joined by dots, the one that it uses first; for identity alone. */
  sessionTokens?: string | undefined;
  client?: Partial<ClientInfo> | undefined;
};

export type ConnectProxyOptions = {
  /** gRPC addresses by service type name. Browsers cannot call a service without a route. */
  routes: Readonly<Record<string, string>>;
  /** Resolves the browser of a request. A rejection is answered as UNAVAILABLE. */
  authenticate: (request: IncomingMessage, method: DescMethod) => Promise<Browser> | Browser;
  /** Whether a page of this site made the request; see same-origin.ts. */
  isSameOrigin: (request: IncomingMessage) => boolean;
  /** Where a request comes from; its network has a share of the calls of a method. One for all unless given. */
  addressOf?: ((request: IncomingMessage) => string) | undefined;
  /** Called before each response is written: sets cookies for session changes and writes. */
  beforeResponse?: ((exchange: Exchange) => void) | undefined;
  log: Logger;
  /** Signs the gateway's calls, so that services trust the client info it sends. */
  serviceKey?: SigningKey | undefined;
  /** 30 s by default; a caller may ask for less. Streams have only the deadline that the caller asks for. */
  unaryTimeoutMs?: number | undefined;
  /** 1 MiB by default. */
  requestBytesMax?: ((method: DescMethod) => number) | undefined;
  services?: DescService[] | undefined;
  isServiceOnly?: ((method: DescMethod) => boolean) | undefined;
  registry?: Registry | undefined;
};

export type ConnectProxy = ((request: IncomingMessage, response: ServerResponse) => void) & {
  /** Ends open streams as UNAVAILABLE, so that clients reconnect. */
  drain(): void;
  close(): void;
};

/** Routes of services that run at their owner's address, given as `{ film: '127.0.0.1:5001', … }`. */
export function routesByOwner(addresses: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    allServices().flatMap((service) => {
      const address = addresses[ownerOf(service)];
      return address === undefined ? [] : [[service.typeName, address]];
    }),
  );
}

/**
 * Forwards Connect calls of browsers to services: every method of every routed service, except SERVICE methods. Can be
 * mounted anywhere; it reads the path after `/rpc/`.
 */
export function createConnectProxy(options: ConnectProxyOptions): ConnectProxy {
  const registry = options.registry ?? contractRegistry();
  const methods = methodTable({
    services: options.services ?? allServices(),
    routes: options.routes,
    calleeOf: ownerOf,
    isServiceOnly: options.isServiceOnly ?? isServiceOnly,
    requestBytesMax: options.requestBytesMax ?? (() => REQUEST_BYTES_MAX),
    registry,
    serviceKey: options.serviceKey,
  });
  const open = new Set<EndStream>();
  const atOnce = new CallsAtOnce();

  function beforeResponse(exchange: Exchange): void {
    try {
      options.beforeResponse?.(exchange);
    } catch (err) {
      options.log.error({ err, path: exchange.proxied.path }, 'an answer could not be prepared');
    }
  }

  async function forward(
    request: IncomingMessage,
    response: ServerResponse,
    proxied: ProxiedMethod,
    ended: Proxied,
  ): Promise<void> {
    const form = requestForm(request, proxied);
    if ('status' in form) {
      ended(Code.InvalidArgument);
      return writeHttpRefusal(response, form);
    }
    let leave: (() => void) | undefined;
    try {
      const timeoutMs = checkProtocol(request, proxied, form);
      const [browser, message] = await Promise.all([
        browserOf(request, proxied, options),
        readMessage(request, proxied, form),
      ]);
      if (response.destroyed) return ended(Code.Canceled);
      // Not before the body is there: who sends it slowly takes no place. Of streams there is a limit for each account.
      leave = proxied.streaming ? undefined : atOnce.take(proxied.path, options.addressOf?.(request) ?? '');
      if (!proxied.streaming && !leave) throw refusalOf(new Overloaded('UNAVAILABLE')).refusal;
      const ownTimeoutMs = proxied.streaming ? Number.POSITIVE_INFINITY : (options.unaryTimeoutMs ?? UNARY_TIMEOUT_MS);
      const deadlineMs = Math.min(timeoutMs ?? ownTimeoutMs, ownTimeoutMs);
      const observed = observeClientCall(proxied.method, proxied.upstream.callee, traceparentOf(request));
      const call: Forward = {
        request,
        response,
        proxied,
        registry,
        log: options.log,
        message,
        json: form.json,
        metadata: metadataFor(request, proxied, browser, observed.traceparent),
        ended(code) {
          leave?.();
          observed.end(code);
          ended(code);
        },
        options: Number.isFinite(deadlineMs) ? { deadline: Date.now() + deadlineMs } : {},
        beforeResponse,
      };
      if (!proxied.streaming) return forwardUnary(call);
      const end = forwardStream(call, () => open.delete(end));
      open.add(end);
    } catch (error) {
      leave?.();
      ended(error instanceof ConnectError ? error.code : Code.Internal);
      await discardRest(request);
      refuse(response, error, proxied, form.json);
    }
  }

  function refuse(response: ServerResponse, error: unknown, { streaming, path }: ProxiedMethod, json: boolean): void {
    if (response.destroyed || response.headersSent) return;
    // A rejected body is not read to its end.
    if (!response.req.complete) response.setHeader('connection', 'close');
    if (!(error instanceof ConnectError)) options.log.error({ err: error, path }, 'a call could not be passed on');
    const refusal = error instanceof ConnectError ? error : new ConnectError('internal error', Code.Internal);
    const headers = new Map([...refusal.metadata].map(([name, value]) => [name, [value]]));
    if (!streaming) {
      writeUnaryError(response, refusal, registry, headers);
      return;
    }
    beginStream(response, json, headers, refusal);
    endStream(response, refusal, new Map(), registry);
  }

  const proxy = (request: IncomingMessage, response: ServerResponse) => {
    const proxied = methods.get(methodPath(request));
    const ended = measureProxied(proxied?.path.slice(1));
    if (!proxied) {
      ended(Code.Unimplemented);
      return writeHttpRefusal(response, { status: 404 });
    }
    nameRoute(response, `/rpc${proxied.path}`);
    if (!options.isSameOrigin(request)) {
      ended(Code.PermissionDenied);
      const refusal = new ConnectError('This can only be used from our own pages.', Code.PermissionDenied);
      return writeUnaryError(response, refusal, registry);
    }
    void forward(request, response, proxied, ended);
  };

  return Object.assign(proxy, {
    drain() {
      for (const end of [...open]) end(new ConnectError('shutting down', Code.Unavailable));
    },
    close() {
      for (const client of new Set([...methods.values()].map(({ upstream }) => upstream.client))) client.close();
    },
  });
}

function methodPath(request: IncomingMessage): string {
  const url = (request as { originalUrl?: string }).originalUrl ?? request.url ?? '';
  const path = url.split('?', 1)[0] ?? '';
  return path.startsWith(PREFIX) ? path.slice(PREFIX.length) : path.slice(1);
}

async function browserOf(
  request: IncomingMessage,
  { method, path }: ProxiedMethod,
  { authenticate, log }: ConnectProxyOptions,
): Promise<Browser> {
  try {
    return await authenticate(request, method);
  } catch (err) {
    if (err instanceof Overloaded) throw refusalOf(err).refusal;
    if (err instanceof ConnectError && !isUnavailable(err.code)) throw err;
    log.warn({ err, path }, 'the session of a call could not be resolved');
    throw unavailable();
  }
}

// Messages about unreachable or silent services contain addresses.
const isUnavailable = (code: Code) => code === Code.Unavailable || code === Code.DeadlineExceeded;

/** The traceparent of the request's span, or else that of the browser, marked as not recorded. */
function traceparentOf(request: IncomingMessage): string {
  const span = currentCall()?.traceparent;
  if (span) return span;
  const said = browserTraceparent(request);
  return said ? withSampling(said, false) : newTraceparent();
}

function metadataFor(request: IncomingMessage, proxied: ProxiedMethod, browser: Browser, traceparent: string) {
  const metadata = proxied.upstream.outgoing.metadata(
    newCall({
      viewerToken: browser.viewerToken,
      traceparent,
      ...(browser.client && { clientInfoBytes: encodeClientInfo(browser.client) }),
    }),
    undefined,
  );
  const isOfIdentity = proxied.upstream.service.typeName.startsWith('identity.v1.');
  setToken(metadata, metadataNames.challengeToken, browser.challengeToken);
  setToken(metadata, metadataNames.knownTokens, browser.knownTokens);
  if (isOfIdentity) setToken(metadata, metadataNames.sessionTokens, browser.sessionTokens);
  forwardHeaders(request, metadata);
  return metadata;
}

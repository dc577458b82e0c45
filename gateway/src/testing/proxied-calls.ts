import { createServer } from 'node:http';
import type { Timestamp } from '@bufbuild/protobuf/wkt';
import { ProfileService } from '@marquee/contracts/identity/v1/profile_pb';
import { SessionService } from '@marquee/contracts/identity/v1/session_pb';
import { RealtimeService } from '@marquee/contracts/realtime/v1/realtime_pb';
import { newCall, runInCall } from '@marquee/runtime/context';
import { generateSigningKey, publicKeys } from '@marquee/runtime/keys';
import { type CallContext, implement, type RpcServer, serve } from '@marquee/runtime/rpc/serve';
import { createVerifier } from '@marquee/runtime/verifier';
import { issueViewerToken } from '@marquee/runtime/viewer-token';
import { listenLocally } from '@marquee/testing/listen-locally';
import { recordingLog } from '@marquee/testing/recording-log';
import { silentLog } from '@marquee/testing/silent-log';
import { type Browser, type ConnectProxy, createConnectProxy, routesByOwner } from '../proxy/connect-proxy.ts';
import type { Exchange } from '../proxy/forward.ts';
import { isSameOrigin } from '../proxy/same-origin.ts';

export const ORIGIN = 'https://marquee.example';
export const viewerKey = generateSigningKey();
export const gatewayKey = generateSigningKey();

export let upstream: RpcServer;
export let proxy: ConnectProxy;
export let origin: string;
let closeServer: () => void;
/** What a test may change: the service's answers, and what the gateway knows of the browser. */
export const given = {
  handle: (async () => 'ok') as (context: CallContext) => Promise<string>,
  subscribe: async function* () {} as (context: CallContext) => AsyncIterable<{ topic: string }>,
  browser: {} as Browser | Error,
  span: undefined as string | undefined,
  unprepared: undefined as Error | undefined,
  createdAt: undefined as Timestamp | undefined,
};
export let exchanges: Exchange[] = [];
export const logged = recordingLog();

beforeAll(async () => {
  const answer = async (_request: unknown, context: CallContext) => ({
    user: { bio: await given.handle(context), createdAt: given.createdAt },
  });
  const verifier = createVerifier({
    viewerKeys: publicKeys(viewerKey),
    serviceKeys: { gateway: publicKeys(gatewayKey) },
  });
  const nothing = async () => ({});
  upstream = await serve({
    service: 'identity',
    host: '127.0.0.1',
    port: 0,
    log: silentLog,
    verifier,
    implementations: [
      implement(ProfileService, { getCurrentUser: answer, updateProfile: answer }),
      implement(SessionService, {
        resolveSessions: nothing,
        resolveSession: nothing,
        revealChallenge: nothing,
        reportBounce: nothing,
      }),
      implement(RealtimeService, { subscribe: (_request, context) => given.subscribe(context) }),
    ],
  });
  const address = `127.0.0.1:${upstream.port}`;
  proxy = createConnectProxy({
    // One server stands in for both owners; tokens for realtime are therefore meant for another callee.
    routes: routesByOwner({ identity: address, realtime: address }),
    serviceKey: gatewayKey,
    log: logged.log,
    authenticate: async () => {
      if (given.browser instanceof Error) throw given.browser;
      return given.browser;
    },
    isSameOrigin: (request) => isSameOrigin(request, ORIGIN),
    beforeResponse: (exchange) => {
      if (given.unprepared) throw given.unprepared;
      exchanges.push(exchange);
      if (exchange.session?.sessionSet) exchange.response.setHeader('set-cookie', 'session=opaque; HttpOnly');
    },
  });
  const server = createServer((request, response) => {
    const handle = () => proxy(request, response);
    return given.span ? runInCall(newCall({ traceparent: given.span }), handle) : handle();
  });
  origin = `http://127.0.0.1:${await listenLocally(server)}`;
  closeServer = () => {
    server.closeAllConnections();
    server.close();
  };
});

afterAll(async () => {
  proxy.close();
  closeServer();
  await upstream.drain(100);
});

beforeEach(() => {
  given.handle = async () => 'ok';
  given.browser = signedIn();
  given.span = undefined;
  exchanges = [];
  given.unprepared = undefined;
  given.createdAt = undefined;
});

export function signedIn(): Browser {
  const { token } = issueViewerToken(
    viewerKey,
    {
      accountId: 'account-1',
      sessionId: 'session-1',
      roles: ['ADMIN'],
      consumerType: 'MOVIE_LOVER',
      accountType: 'INDIVIDUAL',
      talents: [],
      onboarding: false,
    },
    new Date(),
  );
  return {
    viewerToken: token,
    client: { ip: '192.0.2.7', userAgent: 'Näscape', place: { country: 'PL', city: 'Łódź' } },
  };
}

export const UPDATE = 'identity.v1.ProfileService/UpdateProfile';
export const CURRENT = 'identity.v1.ProfileService/GetCurrentUser';

export function call(path: string, init: RequestInit = {}) {
  const { headers, ...rest } = init;
  return fetch(`${origin}/rpc/${path}`, {
    method: 'POST',
    body: '{}',
    ...rest,
    headers: { origin: ORIGIN, 'content-type': 'application/json', ...(headers as Record<string, string>) },
  });
}

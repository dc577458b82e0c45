import { createServer } from 'node:http';
import { create, fromBinary, type JsonValue, toBinary } from '@bufbuild/protobuf';
import { TimestampSchema } from '@bufbuild/protobuf/wkt';
import { Code, ConnectError } from '@connectrpc/connect';
import { errorFromJson } from '@connectrpc/connect/protocol-connect';
import { Metadata } from '@grpc/grpc-js';
import { errorDetail } from '@marquee/contracts/error-detail';
import { UpdateProfileRequestSchema, UpdateProfileResponseSchema } from '@marquee/contracts/identity/v1/profile_pb';
import { RealtimeService } from '@marquee/contracts/realtime/v1/realtime_pb';
import { currentCall } from '@marquee/runtime/context';
import { DomainError } from '@marquee/runtime/errors';
import { publicKeys } from '@marquee/runtime/keys';
import { type CallContext, implement, serve } from '@marquee/runtime/rpc/serve';
import { openMetrics } from '@marquee/runtime/telemetry/open-metrics';
import { createVerifier } from '@marquee/runtime/verifier';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { listenLocally } from '@marquee/testing/listen-locally';
import { silentLog } from '@marquee/testing/silent-log';
import { Overloaded } from '../overloaded.ts';
import {
  CURRENT,
  call,
  exchanges,
  gatewayKey,
  given,
  logged,
  signedIn,
  UPDATE,
  viewerKey,
} from '../testing/proxied-calls.ts';
import { createConnectProxy } from './connect-proxy.ts';
import { sessionChanges, visibleMetadata } from './metadata-rules.ts';

const SPAN = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
const BROWSERS = `00-${'c'.repeat(32)}-${'d'.repeat(16)}-01`;

describe('forwards', () => {
  test('a binary call, with the viewer and the client info', async () => {
    given.handle = async ({ viewer, client, caller }) =>
      `${viewer.kind === 'account' && viewer.accountId} ${client.ip} ${client.userAgent} ${client.place?.city} ${caller}`;
    const request = toBinary(UpdateProfileRequestSchema, create(UpdateProfileRequestSchema, { bio: 'x' }));
    const response = await call(UPDATE, { body: request, headers: { 'content-type': 'application/proto' } });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/proto');
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    const { user } = fromBinary(UpdateProfileResponseSchema, new Uint8Array(await response.arrayBuffer()));
    expect(user?.bio).toBe('account-1 192.0.2.7 Näscape Łódź gateway');
    expect(exchanges).toMatchObject([{ ok: true, session: undefined, proxied: { path: `/${UPDATE}` } }]);
  });

  test('JSON, by POST and by GET', async () => {
    const posted = await call(UPDATE, { body: JSON.stringify({ bio: 'x' }) });
    expect(await posted.json()).toEqual({ user: { bio: 'ok' } });
    const query = new URLSearchParams({ connect: 'v1', encoding: 'json', message: '{}' });
    const got = await call(`${CURRENT}?${query}`, { method: 'GET', body: null });
    expect(await got.json()).toEqual({ user: { bio: 'ok' } });
  });

  test.each([
    ['an hour', 3_600_000, 30_000],
    ['nothing', undefined, 30_000],
    ['five seconds', 5_000, 5_000],
  ])('a call whose page asks for %s, with a deadline of 30 s at most', async (_asked, timeoutMs, leftMsMax) => {
    let deadline: Date | undefined;
    given.handle = async (context) => {
      deadline = context.deadline;
      return 'ok';
    };
    await call(UPDATE, { headers: timeoutMs ? { 'connect-timeout-ms': String(timeoutMs) } : {} });
    // gRPC sends what is left in whole milliseconds.
    expect(deadline?.getTime()).toBeLessThanOrEqual(Date.now() + leftMsMax + 1);
  });

  test('a refusal, with its code, reason and message', async () => {
    given.handle = () =>
      Promise.reject(new DomainError({ kind: 'NOT_FOUND', reason: 'GONE', message: 'It is gone – für immer.' }));
    const response = await call(UPDATE);
    expect(response.status).toBe(404);
    const error = errorFromJson((await response.json()) as JsonValue, undefined, new ConnectError('no error'));
    expect(error).toMatchObject({ code: Code.NotFound, rawMessage: 'It is gone – für immer.' });
    expect(errorDetail(error)?.reason).toBe('GONE');
    expect(exchanges[0]?.ok).toBe(false);
  });

  test.each([
    ['EXHAUSTED', 429],
    ['UNAVAILABLE', 503],
  ] as const)(
    'the time of a refusal after which it may be repeated, to pages of both forms: %s',
    async (kind, status) => {
      const refused = { kind, reason: 'LATER', message: 'Later.' };
      given.handle = () => Promise.reject(new DomainError({ ...refused, metadata: { retryAfterS: '7' } }));
      for (const type of ['application/json', 'application/proto']) {
        const response = await call(UPDATE, {
          body: type.endsWith('json') ? '{}' : '',
          headers: { 'content-type': type },
        });
        expect([response.status, response.headers.get('retry-after')]).toEqual([status, '7']);
      }
      given.handle = () => Promise.reject(new DomainError(refused));
      expect((await call(UPDATE)).headers.has('retry-after')).toBe(false);
      given.handle = () => Promise.reject(new DomainError({ ...refused, metadata: { retryAfterS: 'soon\n' } }));
      const unclear = await call(UPDATE);
      expect([unclear.status, unclear.headers.has('retry-after')]).toEqual([status, false]);
    },
  );

  test('a custom header, but no cookie, authorization or internal header', async () => {
    given.handle = async (context) => JSON.stringify([...collect(context)]);
    const forged = {
      'x-custom': 'kept',
      cookie: 'session=secret',
      authorization: 'Bearer secret',
      'viewer-token': 'forged',
      'service-token': 'forged',
      'challenge-token': 'forged',
      'known-tokens': 'forged',
      'session-tokens': 'forged',
      'client-info-bin': 'Zm9yZ2Vk',
      'x-request-id': 'forged-request-id',
      'x-forwarded-for': '203.0.113.9',
      'grpc-timeout': '1n',
    };
    const response = await call(UPDATE, { headers: forged });
    const { user } = (await response.json()) as { user: { bio: string } };
    expect(user.bio).toContain('["x-custom","kept"]');
    for (const secret of ['secret', 'forged', '203.0.113.9']) expect(user.bio).not.toContain(secret);
  });

  test.each([
    ['of the span of its request', SPAN, BROWSERS, SPAN],
    ['of the browser, as one that is not recorded', undefined, BROWSERS, BROWSERS.replace(/01$/, '00')],
  ])('the trace %s', async (_whose, span, traceparent, sent) => {
    given.span = span;
    given.handle = async () => currentCall()?.traceparent ?? '';
    const response = await call(UPDATE, { headers: { traceparent } });
    expect(await response.json()).toEqual({ user: { bio: sent } });
  });

  test('a session change as a cookie, hidden from the page', async () => {
    given.browser = { ...signedIn(), challengeToken: 'challenge-7', knownTokens: 'known-3', sessionTokens: 'a.b' };
    given.handle = async (context) => {
      context.responseHeaders.set('session-set', 'opaque-token');
      context.responseHeaders.set('known-set', 'known-4');
      context.responseHeaders.set('session-account', 'account-2');
      context.responseHeaders.set('other-sessions-set', 'b');
      context.responseHeaders.set('x-visible', 'yes');
      const sent = ['challenge-token', 'known-tokens', 'session-tokens'];
      return sent.map((name) => context.header(name)).join(' ');
    };
    const response = await call(UPDATE);
    expect(await response.json()).toEqual({ user: { bio: 'challenge-7 known-3 a.b' } });
    expect(exchanges[0]?.session).toEqual({
      ...{ sessionSet: 'opaque-token', knownSet: 'known-4' },
      ...{ sessionAccount: 'account-2', otherSessionsSet: 'b' },
    });
    for (const name of ['session-set', 'known-set', 'session-account', 'other-sessions-set'])
      expect(response.headers.get(name)).toBeNull();
    expect(response.headers.get('x-visible')).toBe('yes');
    expect(response.headers.get('set-cookie')).toBe('session=opaque; HttpOnly');
  });

  test('a session change that comes with a refusal', async () => {
    given.handle = async (context) => {
      context.responseHeaders.set('session-clear', '1');
      throw new DomainError({ kind: 'FORBIDDEN', reason: 'SUSPENDED', message: 'No.' });
    };
    const response = await call(UPDATE);
    expect(response.status).toBe(403);
    expect(exchanges[0]?.session).toEqual({ sessionClear: '1' });
    expect([...response.headers.keys()].filter((name) => name.includes('session'))).toEqual([]);
  });
});

test('an answer that could not be prepared is sent as it is, and logged', async () => {
  given.unprepared = new Error('no cookie');
  expect((await call(UPDATE)).status).toBe(200);
  expect(logged.lines().at(-1)).toMatchObject({
    ...{ level: 'error', msg: 'an answer could not be prepared', path: `/${UPDATE}`, err: { message: 'no cookie' } },
  });
});

test('a call that cannot be passed on is refused as an internal error, and logged with its method', async () => {
  given.browser = {
    get client(): never {
      throw new Error('no client');
    },
  };
  const response = await call(UPDATE);
  expect([response.status, await response.json()]).toEqual([500, { code: 'internal', message: 'internal error' }]);
  expect(logged.lines().at(-1)).toMatchObject({
    ...{ level: 'error', msg: 'a call could not be passed on', path: `/${UPDATE}`, err: { message: 'no client' } },
  });
});

test('an answer that JSON cannot hold is refused, and logged with its method', async () => {
  // The year 10000.
  given.createdAt = create(TimestampSchema, { seconds: 253_402_300_800n });
  const response = await call(UPDATE);
  expect([response.status, await response.json()]).toEqual([500, { code: 'internal', message: 'internal error' }]);
  expect(logged.lines()).toContainEqual(
    expect.objectContaining({ msg: 'an answer cannot be written as JSON', path: `/${UPDATE}`, err: expect.anything() }),
  );
  const binary = await call(UPDATE, { body: Buffer.alloc(0), headers: { 'content-type': 'application/proto' } });
  expect(binary.status).toBe(200);
});

test('only identity changes a session, and no service shows the page a secret', () => {
  const metadata = new Metadata();
  metadata.set('session-set', 'opaque');
  metadata.set('set-cookie', 'session=stolen');
  metadata.set('x-kept', 'yes');
  expect(sessionChanges('identity.v1.AuthService', [undefined, metadata])).toEqual({ sessionSet: 'opaque' });
  for (const other of ['film.v1.CatalogueService', 'identity.v10.X', 'media.v1.MediaService']) {
    expect(sessionChanges(other, [metadata, metadata])).toBeUndefined();
  }
  expect([...visibleMetadata(metadata)]).toEqual([['x-kept', ['yes']]]);
});

function collect(context: CallContext): [string, string][] {
  const { metadata } = context as unknown as { metadata: { getMap(): Record<string, unknown> } };
  const gateways = ['viewer-token', 'service-token'];
  return Object.entries(metadata.getMap())
    .filter(([name]) => !gateways.includes(name) || !context.caller)
    .map(([name, value]) => [name, String(value)]);
}

describe('a stream', () => {
  const SUBSCRIBE = 'realtime.v1.RealtimeService/Subscribe';

  function envelope(json: string): Uint8Array {
    const bytes = Buffer.from(json);
    const head = Buffer.alloc(5);
    head.writeUInt32BE(bytes.byteLength, 1);
    return Buffer.concat([head, bytes]);
  }

  function open(signal?: AbortSignal) {
    const headers = { 'content-type': 'application/connect+json' };
    return call(SUBSCRIBE, { body: envelope('{}'), headers, ...(signal && { signal }) });
  }

  test('is refused in the format of a stream when the service refuses it', async () => {
    const response = await open();
    expect(response.status).toBe(200);
    // The token that the gateway signed is meant for `realtime`; this server is `identity`.
    expect(await response.text()).toContain('unauthenticated');
  });

  test('that is refused says when it may be opened again', async () => {
    given.browser = new Overloaded();
    const response = await open();
    expect([response.status, response.headers.get('retry-after')]).toEqual([200, '2']);
    expect(await response.text()).toContain('resource_exhausted');
  });

  /** A service and a gateway of its own, for which `subscribe` answers. */
  async function realtime() {
    const server = await serve({
      service: 'realtime',
      host: '127.0.0.1',
      port: 0,
      log: silentLog,
      verifier: createVerifier({ viewerKeys: publicKeys(viewerKey), serviceKeys: { gateway: publicKeys(gatewayKey) } }),
      implementations: [implement(RealtimeService, { subscribe: (_request, context) => given.subscribe(context) })],
    });
    const own = createConnectProxy({
      routes: { [RealtimeService.typeName]: `127.0.0.1:${server.port}` },
      serviceKey: gatewayKey,
      authenticate: () => signedIn(),
      isSameOrigin: () => true,
      log: silentLog,
    });
    const http = createServer(own);
    const url = `http://127.0.0.1:${await listenLocally(http)}/rpc/${SUBSCRIBE}`;
    atEnd(async () => {
      http.closeAllConnections();
      http.close();
      own.close();
      await server.drain(100);
    });
    const headers = { 'content-type': 'application/connect+json' };
    const start = (signal?: AbortSignal) =>
      fetch(url, { method: 'POST', body: envelope('{}'), headers, ...(signal && { signal }) });
    return { start, drain: () => own.drain() };
  }

  test('that its service refuses says so too', async () => {
    const { start } = await realtime();
    // biome-ignore lint/correctness/useYield: it is refused before its first message
    given.subscribe = async function* () {
      throw new DomainError({ kind: 'EXHAUSTED', reason: 'L', message: 'Later.', metadata: { retryAfterS: '7' } });
    };
    const response = await start();
    expect([response.status, response.headers.get('retry-after')]).toEqual([200, '7']);
    expect(await response.text()).toContain('Later.');
  });

  test('is ended when the gateway drains, and its handler stops', async () => {
    const { start, drain } = await realtime();
    let stopped = 0;
    given.subscribe = async function* ({ signal }) {
      try {
        yield { topic: 'first' };
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
      } finally {
        stopped += 1;
      }
    };

    const leaving = new AbortController();
    const left = await start(leaving.signal);
    await left.body?.getReader().read();
    leaving.abort();
    await eventually(() => stopped === 1);

    const drained = await start();
    const reader = drained.body?.getReader();
    const first = await reader?.read();
    expect(Buffer.from(first?.value ?? []).toString()).toContain('"topic":"first"');
    drain();
    const last = await reader?.read();
    expect(Buffer.from(last?.value ?? []).toString()).toMatch(/"code":"unavailable".*shutting down/);
    await eventually(() => stopped === 2);
  });
});

test('calls are measured by method and code; unknown methods share one name [SYS-04:metrics]', async () => {
  const metrics = openMetrics({ service: 'gateway' });
  for (const path of [CURRENT, CURRENT, 'made.up.Service/One', 'made.up.Service/Two']) await call(path);
  await call(CURRENT, { headers: { origin: 'https://evil.example' } });
  await call(CURRENT, { headers: { 'content-type': 'text/plain' } });
  await call(CURRENT, { body: '{' });
  given.handle = async () => {
    throw new ConnectError('no', Code.NotFound);
  };
  await call(CURRENT);
  const found = (await metrics.text()).matchAll(/^marquee_proxy_seconds_count\{(.*),service="gateway"\} (\d+)$/gm);
  const method = `method="${CURRENT}"`;
  expect(Object.fromEntries([...found].map(([, labels, count]) => [labels, Number(count)]))).toEqual({
    [`${method},code="OK"`]: 2,
    [`${method},code="NOT_FOUND"`]: 1,
    [`${method},code="PERMISSION_DENIED"`]: 1,
    [`${method},code="INVALID_ARGUMENT"`]: 2,
    'method="other",code="UNIMPLEMENTED"': 2,
  });
  metrics.close();
});

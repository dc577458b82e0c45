import { create } from '@bufbuild/protobuf';
import { Code, type ConnectError, createClient } from '@connectrpc/connect';
import { Audience, RateClass } from '@marquee/contracts/access';
import { AccessSchema } from '@marquee/contracts/access/v1/access_pb';
import { errorDetail } from '@marquee/contracts/error-detail';
import { ProfileService } from '@marquee/contracts/identity/v1/profile_pb';
import { SessionService } from '@marquee/contracts/identity/v1/session_pb';
import { eventually } from '@marquee/testing/eventually';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { encodeClientInfo } from '../client-info.ts';
import { currentCall, newCall, runInCall } from '../context.ts';
import { DomainError, invalid } from '../errors.ts';
import { rpcHarness, settled, type Who } from '../testing/rpc-harness.ts';
import { type Handlers, implement } from './implement.ts';

const harness = rpcHarness();
const { serveOne, transport, as, keys } = harness;

type ProfileHandlers = Handlers<typeof ProfileService>;

async function profile(handlers: Partial<ProfileHandlers>, options = {}) {
  const refuse = async () => {
    throw new Error('not part of this test');
  };
  const implementation = implement(ProfileService, { getCurrentUser: refuse, updateProfile: refuse, ...handlers });
  const server = await serveOne([implementation], options);
  return { server, client: createClient(ProfileService, transport(server)) };
}

describe('a unary call', () => {
  test('carries request and response, the viewer and the request id', async () => {
    const seen: unknown[] = [];
    const { client } = await profile({
      async updateProfile(request, context) {
        seen.push(request.firstName, context.viewer.kind, context.requestId, currentCall()?.requestId);
        return { user: { firstName: request.firstName ?? '' }, next: '/feed' };
      },
    });
    const response = await as('pro', () => client.updateProfile({ firstName: 'Ada' }), { requestId: 'request-0001' });
    expect(response.user?.firstName).toBe('Ada');
    expect(seen).toEqual(['Ada', 'account', 'request-0001', 'request-0001']);
  });

  test.each([
    ['short', 'short'],
    ['with a space', 'request-0001 admin'],
    ['too long', 'a'.repeat(65)],
  ])('a request id of another form is replaced: %s', async (_what, requestId) => {
    const seen: string[] = [];
    const { client } = await profile({
      async getCurrentUser(_request, context) {
        seen.push(context.requestId);
        return {};
      },
    });
    await as('pro', () => client.getCurrentUser({}), { requestId });
    expect(seen).toEqual([expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)]);
  });

  test('gives headers and trailers that the handler set', async () => {
    const { client } = await profile({
      async getCurrentUser(_request, context) {
        context.responseHeaders.set('session-set', 'abc');
        context.responseTrailers.set('late', 'yes');
        return {};
      },
    });
    let header: Headers | undefined;
    let trailer: Headers | undefined;
    await as('pro', () =>
      client.getCurrentUser({}, { onHeader: (value) => (header = value), onTrailer: (value) => (trailer = value) }),
    );
    expect(header?.get('session-set')).toBe('abc');
    expect(trailer?.get('late')).toBe('yes');
  });

  test('believes the gateway alone about the browser, and passes nothing of it on', async () => {
    const { client, server } = await profile({
      getCurrentUser: async (_request, { client: { ip, userAgent, place }, clientInfoBytes }) => ({
        user: {
          id: ip,
          bio: userAgent,
          city: place?.city,
          country: place?.country,
          state: clientInfoBytes?.toString(),
        },
      }),
    });
    const place = { country: 'PL', city: 'Łódź' };
    const browser = { clientInfoBytes: encodeClientInfo({ place, userAgent: 'Näme', ip: '127.0.0.9' }) };
    const ask = async (asked: typeof client) => (await as('pro', () => asked.getCurrentUser({}), browser)).user;
    const of = (service: string) => createClient(ProfileService, transport(server, { service }));
    expect(await ask(of('gateway'))).toMatchObject({
      ...{ id: '127.0.0.9', bio: 'Näme', city: 'Łódź', country: 'PL', state: '' },
    });
    for (const other of [of('film'), client]) {
      expect(await ask(other)).toMatchObject({ id: '', bio: '', city: '', country: '', state: '' });
    }
  });
});

describe('a refusal', () => {
  const refusal = new DomainError({
    kind: 'FAILED_PRECONDITION',
    reason: 'FILM_INCOMPLETE',
    message: 'Add a trailer – “then” publish. 🎬',
    fields: [{ field: 'trailer', message: 'missing' }],
    metadata: { missing: 'TRAILER_VIDEO' },
    cause: new Error('kept for the log'),
  });

  test('keeps code, reason, message, fields and metadata', async () => {
    const { client } = await profile({ getCurrentUser: () => Promise.reject(refusal) });
    const error = await settled(as('pro', () => client.getCurrentUser({})));
    expect(error).toMatchObject({ code: Code.FailedPrecondition, rawMessage: refusal.message });
    expect(errorDetail(error)).toEqual({
      reason: 'FILM_INCOMPLETE',
      message: refusal.message,
      fields: [{ field: 'trailer', message: 'missing' }],
      metadata: { missing: 'TRAILER_VIDEO' },
    });
    expect(JSON.stringify(error)).not.toContain('kept for the log');
    expect(harness.logged().find(({ reason }) => reason === 'FILM_INCOMPLETE')).toMatchObject({
      ...{ level: 'info', msg: 'a call was refused', code: 'FailedPrecondition', fields: ['trailer'] },
      err: { message: 'kept for the log' },
    });
  });

  test('carries the headers that were set before it', async () => {
    const { client } = await profile({
      async getCurrentUser(_request, context) {
        context.responseHeaders.set('session-clear', '1');
        throw invalid([{ field: 'email', message: 'no' }]);
      },
    });
    const error = await settled(as('pro', () => client.getCurrentUser({})));
    expect(error.code).toBe(Code.InvalidArgument);
    expect(error.metadata.get('session-clear')).toBe('1');
  });

  test('says nothing of an error that nobody foresaw, and logs its cause', async () => {
    const { client } = await profile({
      getCurrentUser: () => Promise.reject(new Error('relation "secrets" of ada@example.com is missing')),
    });
    const error = await settled(as('pro', () => client.getCurrentUser({})));
    expect(error).toMatchObject({ code: Code.Internal, rawMessage: 'internal error', details: [] });
    const line = harness.logged().find(({ msg }) => msg === 'a call failed');
    expect(line).toMatchObject({ method: 'identity.v1.ProfileService/GetCurrentUser' });
    expect(JSON.stringify(line)).toContain('relation');
    expect(JSON.stringify(line)).not.toContain('ada@');
  });

  test('is INVALID_ARGUMENT for bytes that are no message, and RESOURCE_EXHAUSTED for too many', async () => {
    const { client, server } = await profile({ updateProfile: async () => ({}) }, { maxRequestBytes: 1000 });
    const tooLarge = await settled(as('pro', () => client.updateProfile({ bio: 'x'.repeat(2000) })));
    expect(tooLarge.code).toBe(Code.ResourceExhausted);
    const garbled = await settled(
      as('pro', () => harness.rawUnary(server, ProfileService.method.updateProfile, Buffer.from([0xff]))),
    );
    expect(garbled.code).toBe(Code.InvalidArgument);
  });
});

describe('calls from service to service', () => {
  async function chain(handle: () => Promise<never>) {
    const inner = await serveOne([
      implement(ProfileService, { getCurrentUser: handle, updateProfile: handle }),
      implement(SessionService, {
        resolveSessions: handle,
        resolveSession: handle,
        revealChallenge: handle,
        reportBounce: handle,
      }),
    ]);
    const forViewer = createClient(ProfileService, transport(inner));
    const forServices = createClient(SessionService, transport(inner, { service: 'notification' }));
    const outer = await profile({
      getCurrentUser: () => forViewer.getCurrentUser({}),
      updateProfile: async () => {
        await forServices.revealChallenge({});
        return {};
      },
    });
    return outer.client;
  }

  test('forward a refusal of the viewer, but not one of the calling service', async () => {
    const client = await chain(() =>
      Promise.reject(new DomainError({ kind: 'NOT_FOUND', reason: 'GONE', message: 'It is gone.' })),
    );
    const direct = await settled(as('pro', () => client.getCurrentUser({})));
    expect(direct).toMatchObject({ code: Code.NotFound, rawMessage: 'It is gone.' });
    expect(errorDetail(direct)?.reason).toBe('GONE');
    const internal = await settled(as('pro', () => client.updateProfile({})));
    expect(internal).toMatchObject({ code: Code.Internal, rawMessage: 'internal error', details: [] });
  });

  test('carry the viewer, the request id, the trace and the deadline', async () => {
    const seen: Record<string, unknown>[] = [];
    const record = async (_request: unknown, context: Parameters<ProfileHandlers['getCurrentUser']>[1]) => {
      const { viewer, requestId, traceparent, deadline, caller } = context;
      seen.push({
        account: viewer.kind === 'account' && viewer.accountId,
        requestId,
        traceparent,
        deadline: deadline?.getTime(),
        caller,
      });
      return {};
    };
    const inner = await profile({ getCurrentUser: record });
    const outer = await profile({
      async getCurrentUser(request, context) {
        await record(request, context);
        return inner.client.getCurrentUser({});
      },
    });
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    await as('pro', () => outer.client.getCurrentUser({}, { timeoutMs: 4000 }), {
      requestId: 'request-0002',
      traceparent,
    });
    expect(seen).toHaveLength(2);
    expect(seen[0]).toMatchObject({ account: 'account-pro', requestId: 'request-0002', traceparent });
    expect(seen[1]).toMatchObject({ account: 'account-pro', requestId: 'request-0002', traceparent });
    // The deadline of the first, and not one of the second call's own: each hop counts what is left on its own clock.
    expect(Math.abs(Number(seen[1]?.deadline) - Number(seen[0]?.deadline))).toBeLessThan(2_000);
  });

  test('end when the caller cancels, down to the last', async () => {
    let innerReached = false;
    let innerAborted = false;
    const inner = await profile({
      getCurrentUser: (_request, { signal }) =>
        new Promise((_, reject) => {
          innerReached = true;
          signal.addEventListener('abort', () => {
            innerAborted = true;
            reject(signal.reason);
          });
        }),
    });
    const outer = await profile({ getCurrentUser: () => inner.client.getCurrentUser({}) });
    const giveUp = new AbortController();
    const call = settled(as('pro', () => outer.client.getCurrentUser({}, { signal: giveUp.signal })));
    await eventually(() => innerReached);
    giveUp.abort();
    expect((await call).code).toBe(Code.Canceled);
    await eventually(() => innerAborted);
  });

  test('end at the deadline', async () => {
    const { client } = await profile({ getCurrentUser: () => new Promise(() => undefined) });
    const error = await settled(as('pro', () => client.getCurrentUser({}, { timeoutMs: 50 })));
    expect(error.code).toBe(Code.DeadlineExceeded);
  });

  test('are tried again while the callee is unavailable, only where that changes nothing', async () => {
    const attempts = { read: 0, write: 0 };
    const unavailable = new DomainError({ kind: 'UNAVAILABLE', reason: 'BUSY', message: 'Busy.' });
    const { client } = await profile({
      async getCurrentUser() {
        attempts.read += 1;
        if (attempts.read < 3) throw unavailable;
        return { user: { firstName: 'Ada' } };
      },
      async updateProfile() {
        attempts.write += 1;
        throw unavailable;
      },
    });
    expect((await as('pro', () => client.getCurrentUser({}))).user?.firstName).toBe('Ada');
    expect((await settled(as('pro', () => client.updateProfile({})))).code).toBe(Code.Unavailable);
    expect(attempts).toEqual({ read: 3, write: 1 });
  });
});

describe('access', () => {
  test('asks for sign-in before anything of the request is read [SYS-06]', async () => {
    const { client, server } = await profile({ updateProfile: async () => ({}) });
    const error = await settled(client.updateProfile({}));
    expect(error.code).toBe(Code.Unauthenticated);
    expect(errorDetail(error)?.reason).toBe('SIGN_IN_NEEDED');
    const garbled = await settled(harness.rawUnary(server, ProfileService.method.updateProfile, Buffer.from([0xff])));
    expect(garbled.code).toBe(Code.Unauthenticated);
  });

  test('refuses tokens that are forged or of an ended session [SYS-06]', async () => {
    const { client } = await profile({ getCurrentUser: async () => ({}) });
    const token = keys.viewerToken('pro');
    const tampered = `${token.slice(0, -4)}AAAA`;
    for (const viewerToken of [tampered, 'nonsense', keys.foreignViewerToken('pro')]) {
      const error = await settled(runInCall(newCall({ viewerToken }), () => client.getCurrentUser({})));
      expect(errorDetail(error)?.reason).toBe('VIEWER_TOKEN_INVALID');
    }
    await runInCall(newCall({ viewerToken: token }), () => client.getCurrentUser({}));
    const fresh = keys.viewerToken('pro');
    harness.revocations.revoke({ sessionId: 'session-pro' });
    const ended = await settled(runInCall(newCall({ viewerToken: fresh }), () => client.getCurrentUser({})));
    expect(errorDetail(ended)?.reason).toBe('SESSION_ENDED');
    harness.clock.advance(130_000);
  });

  test('a genuine token whose time is not now is refused as unavailable, and nobody is asked to sign in [SYS-03:clock]', async () => {
    const { client } = await profile({ getCurrentUser: async () => ({}) });
    const unavailable = { code: Code.Unavailable, rawMessage: expect.stringContaining('try again in a moment') };
    for (const aheadMs of [70_000, -70_000]) {
      const token = keys.viewerToken('pro');
      harness.clock.advance(aheadMs);
      // The service's token lives longer; with a clock set back it is of the future as well.
      const refused = await settled(runInCall(newCall({ viewerToken: token }), () => client.getCurrentUser({})));
      expect(refused).toMatchObject(unavailable);
      expect(errorDetail(refused)?.reason).toBe('TOKEN_OUT_OF_TIME');
      harness.clock.advance(-aheadMs);
    }
  });

  test('lets only the services that a method names call it, with a token for this callee [SYS-06]', async () => {
    const server = await serveOne([
      implement(SessionService, {
        resolveSessions: async () => ({}),
        resolveSession: async () => ({}),
        reportBounce: async () => ({}),
        revealChallenge: async (_request, { viewer }) => ({
          email: viewer.kind === 'service' ? `${viewer.service} for ${viewer.onBehalfOf?.accountId}` : viewer.kind,
        }),
      }),
    ]);
    const by = (caller: object) => createClient(SessionService, transport(server, caller));
    const allowed = await as('pro', () => by({ service: 'notification' }).revealChallenge({}));
    expect(allowed.email).toBe('notification for account-pro');
    expect((await settled(by({ service: 'film' }).revealChallenge({}))).code).toBe(Code.PermissionDenied);
    expect((await settled(by({ serviceKey: undefined }).revealChallenge({}))).code).toBe(Code.PermissionDenied);
    expect((await settled(as('staff', () => by({ serviceKey: undefined }).revealChallenge({})))).code).toBe(
      Code.PermissionDenied,
    );
    const elsewhere = await settled(by({ service: 'notification', callee: 'film' }).revealChallenge({}));
    expect(errorDetail(elsewhere)?.reason).toBe('SERVICE_TOKEN_INVALID');
    const borrowed = await settled(
      by({ service: 'notification', serviceKey: keys.service('film') }).revealChallenge({}),
    );
    expect(errorDetail(borrowed)?.reason).toBe('SERVICE_TOKEN_INVALID');
  });

  test('a public method sees the account that a call is for, else the service that makes it; a visitor of the gateway stays one [SYS-06]', async () => {
    const policy = () => create(AccessSchema, { audience: Audience.PUBLIC });
    const { server } = await profile(
      { getCurrentUser: async (_request, { viewer }) => ({ user: { firstName: viewer.kind } }) },
      { policy },
    );
    const seen = async (who: Who, caller: object) => {
      const client = createClient(ProfileService, transport(server, caller));
      return (await as(who, () => client.getCurrentUser({}))).user?.firstName;
    };
    expect([
      ...[await seen('pro', { service: 'film' }), await seen('visitor', { service: 'film' })],
      ...[await seen('pro', { service: 'gateway' }), await seen('visitor', { service: 'gateway' })],
      await seen('visitor', { serviceKey: undefined }),
    ]).toEqual(['account', 'service', 'account', 'visitor', 'visitor']);
  });

  test('a service is refused with a token of another time, and is heard without the session that its work began in [SYS-06] [SYS-03:clock]', async () => {
    const server = await serveOne([
      implement(SessionService, {
        resolveSessions: async () => ({}),
        resolveSession: async () => ({}),
        reportBounce: async () => ({}),
        revealChallenge: async (_request, { viewer }) => ({
          email: viewer.kind === 'service' ? `for ${viewer.onBehalfOf?.accountId}` : viewer.kind,
        }),
      }),
    ]);
    const by = (caller: object) =>
      createClient(SessionService, transport(server, { service: 'notification', ...caller }));
    const stopped = fixedClock(new Date(harness.clock.now().getTime() - 3_600_000).toISOString());
    const late = await settled(by({ clock: stopped }).revealChallenge({}));
    expect([late.code, errorDetail(late)?.reason]).toEqual([Code.Unavailable, 'TOKEN_OUT_OF_TIME']);
    for (const viewerToken of [keys.foreignViewerToken('pro'), 'nonsense']) {
      const answer = await runInCall(newCall({ viewerToken }), () => by({}).revealChallenge({}));
      expect(answer.email).toBe('for undefined');
    }
  });

  test('holds each audience to its viewers [SYS-06]', async () => {
    const expected: Record<string, string[]> = {
      PUBLIC: ['visitor', 'lover', 'pro', 'staff', 'admin'],
      SIGNED_IN: ['lover', 'pro', 'staff', 'admin'],
      PRO: ['pro', 'staff', 'admin'],
      DIRECTOR: ['staff', 'admin'],
      STAFF: ['staff', 'admin'],
      ADMIN: ['admin'],
      SERVICE: [],
      UNSPECIFIED: [],
    };
    for (const [audience, allowed] of Object.entries(expected)) {
      const policy = () =>
        create(AccessSchema, { audience: Audience[audience as keyof typeof Audience], callers: ['film'] });
      const { client } = await profile({ getCurrentUser: async () => ({}) }, { policy });
      const entered: string[] = [];
      for (const who of ['visitor', 'lover', 'pro', 'staff', 'admin'] as const) {
        const outcome = await as(who, () => client.getCurrentUser({})).then(
          () => 'entered',
          (error: ConnectError) => error.code,
        );
        if (outcome === 'entered') entered.push(who);
        else expect([Code.Unauthenticated, Code.PermissionDenied]).toContain(outcome);
      }
      expect([audience, entered]).toEqual([audience, allowed]);
    }
  });

  test('asks for a fresh passkey where the contract says step-up [SYS-06]', async () => {
    const policy = () => create(AccessSchema, { audience: Audience.SIGNED_IN, stepUp: true });
    const { client } = await profile({ getCurrentUser: async () => ({}) }, { policy });
    const error = await settled(as('staff', () => client.getCurrentUser({})));
    expect(errorDetail(error)?.reason).toBe('STEP_UP_NEEDED');
    await as('steppedUp', () => client.getCurrentUser({}));
  });

  test('does not start a server with a method that declares none [SYS-06]', async () => {
    const refuse = async () => ({});
    const implementation = implement(ProfileService, { getCurrentUser: refuse, updateProfile: refuse });
    await expect(serveOne([implementation], { policy: () => undefined })).rejects.toThrow('declares no access policy');
  });

  test('limits an account by the rate class, and not another', async () => {
    const policy = () => create(AccessSchema, { audience: Audience.SIGNED_IN, rateClass: RateClass.SENSITIVE });
    const { client } = await profile({ getCurrentUser: async () => ({}) }, { policy });
    for (let call = 0; call < 20; call += 1) await as('pro', () => client.getCurrentUser({}));
    const error = await settled(as('pro', () => client.getCurrentUser({})));
    expect(error.code).toBe(Code.ResourceExhausted);
    expect(errorDetail(error)).toMatchObject({
      reason: 'RATE_LIMITED',
      metadata: { retryAfterS: expect.stringMatching(/^\d+$/) },
    });
    await as('lover', () => client.getCurrentUser({}));
  });
});

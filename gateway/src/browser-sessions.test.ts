import type { IncomingMessage } from 'node:http';
import { Code, ConnectError } from '@connectrpc/connect';
import { createRevocations, followRevocations, type Revocation, signalRevocation } from '@marquee/runtime/revocations';
import { openMetrics } from '@marquee/runtime/telemetry/open-metrics';
import { createVerifier } from '@marquee/runtime/verifier';
import { issueViewerToken } from '@marquee/runtime/viewer-token';
import { eventually } from '@marquee/testing/eventually';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { verifierKeys, viewerKey } from '@marquee/testing/test-keys';
import { viewers } from '@marquee/testing/viewers';
import { type BrowserSessionsOptions, browserSessions } from './browser-sessions.ts';
import { Overloaded } from './overloaded.ts';
import { breakableSignals } from './testing/breakable-signals.ts';

const request = { headers: { cookie: `session=${'a'.repeat(40)}` } } as unknown as IncomingMessage;

function gateway({ rememberMs = 5_000 } = {}) {
  const clock = fixedClock('2026-11-20T12:00:00Z');
  const signals = breakableSignals();
  const revocations = createRevocations({ clock });
  followRevocations(revocations, signals);
  const viewer = viewers.movieLover();
  /** The state of the fake identity: whether the session ended, tokens and questions so far, and a promise that delays answers. */
  const identity = {
    ended: false,
    isOld: false,
    isBroken: false,
    asked: 0,
    questions: 0,
    answering: Promise.resolve(),
    aheadMs: 0,
  };
  const identityNow = () => new Date(clock.now().getTime() + identity.aheadMs);
  const tokenOf = (sessionToken: string) =>
    identity.ended || sessionToken.startsWith('made-up')
      ? ''
      : issueViewerToken(viewerKey, viewer, identityNow()).token;
  const sessions = browserSessions({
    identity: {
      resolveSession: async ({ sessionToken }: { sessionToken: string }) => ({ viewerToken: tokenOf(sessionToken) }),
      resolveSessions: async ({ sessionTokens }: { sessionTokens: string[] }) => {
        if (identity.isBroken) throw new ConnectError('not there', Code.Unavailable);
        if (identity.isOld) throw new ConnectError('no such method', Code.Unimplemented);
        identity.asked += sessionTokens.length;
        identity.questions += 1;
        const sessions = sessionTokens.map((token) => ({ viewerToken: tokenOf(token), hasBlocks: true }));
        await identity.answering;
        return { sessions };
      },
    } as unknown as BrowserSessionsOptions['identity'],
    cookieName: 'session',
    addressOf: ({ headers }) => String(headers['x-forwarded-for'] ?? '192.0.2.1'),
    clock,
    verifier: createVerifier({ ...verifierKeys, clock }),
    revocations,
    signals,
    rememberMs,
  });
  const isSignedIn = async (of = request) => (await sessions.resolve(of)).session !== undefined;
  return { clock, signals, viewer, identity, sessions, isSignedIn };
}

test('an identity of the release before, which answers about one at a time, is asked so', async () => {
  const { identity, sessions, isSignedIn } = gateway();
  identity.isOld = true;
  const wrong = { headers: { cookie: `session=made-up-${'x'.repeat(32)}` } } as unknown as IncomingMessage;
  expect(await Promise.all([isSignedIn(), isSignedIn(wrong)])).toEqual([true, false]);
  identity.isBroken = true;
  sessions.forget(request);
  await expect(isSignedIn()).rejects.toMatchObject({ code: Code.Unavailable });
});

test('with signals linked, identity’s answer is cached for seconds and a signal drops it at once [AUT-16:link]', async () => {
  const { clock, signals, viewer, identity, sessions, isSignedIn } = gateway();
  for (let times = 0; times < 3; times += 1) expect(await isSignedIn()).toBe(true);
  expect(identity.asked).toBe(1);
  clock.advance(5_001);
  expect(await isSignedIn()).toBe(true);
  expect(identity.asked).toBe(2);

  expect((await sessions.resolve(request)).session?.hasBlocks).toBe(true);

  identity.ended = true;
  expect(await isSignedIn()).toBe(true);
  signalRevocation(signals, { accountId: viewer.accountId }, clock.now());
  await Promise.resolve();
  expect(await isSignedIn()).toBe(false);
});

test('an account of which something has changed is asked for again, and so is what was on its way', async () => {
  const { viewer, identity, sessions, isSignedIn } = gateway();
  expect(await isSignedIn()).toBe(true);
  sessions.forgetAccount('somebody-else');
  expect(await isSignedIn()).toBe(true);
  expect(identity.asked).toBe(1);
  sessions.forgetAccount(viewer.accountId);
  const answered = Promise.withResolvers<void>();
  identity.answering = answered.promise;
  const onItsWay = isSignedIn();
  sessions.forgetAccount(viewer.accountId);
  answered.resolve();
  expect(await onItsWay).toBe(true);
  expect(await isSignedIn()).toBe(true);
  expect(identity.asked).toBe(3);
});

test('who asks again and again is believed as long as the answer’s token lives, and no longer than a signal says', async () => {
  const { clock, signals, viewer, identity, sessions } = gateway();
  const isKnown = async () => (await sessions.resolve(request, 60_000)).session !== undefined;
  expect(await isKnown()).toBe(true);
  clock.advance(49_999);
  expect(await isKnown()).toBe(true);
  expect(identity.asked).toBe(1);
  // Ten seconds before the token ends.
  clock.advance(1);
  expect(await isKnown()).toBe(true);
  expect(identity.asked).toBe(2);

  identity.ended = true;
  signalRevocation(signals, { accountId: viewer.accountId }, clock.now());
  await Promise.resolve();
  expect(await isKnown()).toBe(false);
});

test.each([
  ['ahead', 600_000],
  ['behind', -600_000],
])(
  'a browser keeps its session while identity is %s in time, and is asked to try again [SYS-03:clock]',
  async (_, ms) => {
    const { identity, sessions, isSignedIn } = gateway();
    identity.aheadMs = ms;
    await expect(sessions.resolve(request)).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
    identity.aheadMs = 0;
    expect(await isSignedIn()).toBe(true);
  },
);

test('what was remembered before the clock was set back is asked for again [SYS-03:clock]', async () => {
  const { clock, identity, isSignedIn } = gateway();
  expect(await isSignedIn()).toBe(true);
  clock.advance(-600_000);
  expect(await isSignedIn()).toBe(true);
  expect(identity.asked).toBe(2);
});

test('while signals are not linked, identity is asked on every request [AUT-16:link]', async () => {
  const { signals, identity, isSignedIn } = gateway();
  expect(await isSignedIn()).toBe(true);
  signals.setLinked(false);
  for (let times = 0; times < 3; times += 1) expect(await isSignedIn()).toBe(true);
  expect(identity.asked).toBe(4);
  identity.ended = true;
  expect(await isSignedIn()).toBe(false);
});

test('while draining, the cache is dropped and identity is asked on every request', async () => {
  const { identity, sessions, isSignedIn } = gateway();
  expect(await isSignedIn()).toBe(true);
  sessions.rememberNone();
  for (let times = 0; times < 2; times += 1) expect(await isSignedIn()).toBe(true);
  expect(identity.asked).toBe(3);
  identity.ended = true;
  expect(await isSignedIn()).toBe(false);
});

test('the cache is dropped when signals are linked again [AUT-16:link]', async () => {
  const { signals, identity, isSignedIn } = gateway();
  expect(await isSignedIn()).toBe(true);
  signals.setLinked(false);
  identity.ended = true;
  signals.setLinked(true);
  expect(await isSignedIn()).toBe(false);
});

test('an answer that was in flight while the link changed is used once and not cached', async () => {
  const { signals, identity, isSignedIn } = gateway();
  let answer: () => void = () => undefined;
  identity.answering = new Promise((resolve) => {
    answer = resolve;
  });
  signals.setLinked(false);
  const early = isSignedIn();
  await eventually(() => expect(identity.asked).toBe(1));
  identity.ended = true;
  signals.setLinked(true);
  const late = isSignedIn();
  answer();
  expect(await Promise.all([early, late])).toEqual([true, false]);
  expect(await isSignedIn()).toBe(false);
});

test('after close, changes of the link and revocations are ignored', async () => {
  const { clock, signals, viewer, identity, sessions, isSignedIn } = gateway();
  expect(await isSignedIn()).toBe(true);
  sessions.close();
  signals.setLinked(true);
  expect(await isSignedIn()).toBe(true);
  expect(identity.asked).toBe(1);
  signalRevocation(signals, { sessionId: viewer.sessionId }, clock.now());
  await Promise.resolve();
  expect(sessions.lastAccount(request)).toBe(viewer.accountId);
});

test('requests that arrive together ask identity once, and after a change it is asked again', async () => {
  const { identity, sessions, isSignedIn } = gateway();
  expect(await Promise.all([isSignedIn(), isSignedIn()])).toEqual([true, true]);
  expect(identity.asked).toBe(1);
  sessions.forget(request);
  expect(await isSignedIn()).toBe(true);
  expect(identity.asked).toBe(2);
});

test('a viewer token is not used in the last ten seconds of its minute', async () => {
  const { clock, identity, isSignedIn } = gateway({ rememberMs: 3_600_000 });
  await isSignedIn();
  clock.advance(49_999);
  await isSignedIn();
  expect(identity.asked).toBe(1);
  clock.advance(1);
  await isSignedIn();
  expect(identity.asked).toBe(2);
});

test('a cookie that holds no token is removed without asking identity; without a cookie there is nothing to take', async () => {
  const { identity, sessions } = gateway();
  const withCookie = (cookie?: string) => ({ headers: { cookie } }) as unknown as IncomingMessage;
  expect(await sessions.resolve(withCookie('session=x'))).toEqual({ stale: true });
  expect(await sessions.resolve(withCookie())).toEqual({ stale: false });
  expect(identity.asked).toBe(0);
});

test('how often a session is found in the cache is counted', async () => {
  const metrics = openMetrics({ service: 'gateway' });
  const { isSignedIn } = gateway();
  for (let times = 0; times < 3; times += 1) await isSignedIn();
  const lookups = await metrics.text();
  for (const [result, count] of [
    ['hit', 2],
    ['miss', 1],
  ]) {
    expect(lookups).toContain(`lookups_total{cache="session",result="${result}",service="gateway"} ${count}\n`);
  }
  metrics.close();
});

test('a browser keeps the share of its account for as long as its session, without asking identity', async () => {
  const { clock, signals, viewer, identity, sessions, isSignedIn } = gateway();
  expect(sessions.lastAccount(request)).toBeUndefined();
  sessions.begun('a'.repeat(40));
  expect(sessions.lastAccount(request)).toBeUndefined();
  await isSignedIn();
  clock.advance(3_600_000);
  sessions.forget(request);
  signals.setLinked(false);
  signals.setLinked(true);
  expect(sessions.lastAccount(request)).toBe(viewer.accountId);
  expect(sessions.lastAccount({ headers: {} } as IncomingMessage)).toBeUndefined();
  expect(identity.asked).toBe(1);
});

test.each(['sessionId', 'accountId'] as const)(
  'a browser has no share of its account once it is revoked by its %s, until its session is good again',
  async (id) => {
    const { clock, signals, viewer, sessions, isSignedIn } = gateway();
    await isSignedIn();
    signalRevocation(signals, { [id]: viewer[id] } as Revocation, clock.now());
    await Promise.resolve();
    expect(sessions.lastAccount(request)).toBeUndefined();
    clock.advance(3_600_000);
    expect(sessions.lastAccount(request)).toBeUndefined();
    await isSignedIn();
    expect(sessions.lastAccount(request)).toBe(viewer.accountId);
  },
);

test('a browser has no share of its account after it signed out, or its session was found to have ended', async () => {
  const { clock, identity, sessions, isSignedIn } = gateway();
  await isSignedIn();
  sessions.ended(request);
  expect(sessions.lastAccount(request)).toBeUndefined();
  await isSignedIn();
  expect(sessions.lastAccount(request)).toBeDefined();
  clock.advance(5_000);
  identity.ended = true;
  await isSignedIn();
  expect(sessions.lastAccount(request)).toBeUndefined();
});

const from = (address: string, token: string) =>
  ({ headers: { cookie: `session=${token}`, 'x-forwarded-for': address } }) as unknown as IncomingMessage;
const madeUp = (number: number) => `made-up-${String(number).padStart(32, '0')}`;
const overloaded = expect.objectContaining({ reason: expect.any(Overloaded), status: 'rejected' });

/** An address that sent more wrong tokens than browsers do. */
async function suspect({ sessions }: ReturnType<typeof gateway>, address: string): Promise<void> {
  for (let number = 0; number < 20; number += 1) await sessions.resolve(from(address, madeUp(number)));
}

test('a made-up token is asked about once in ten seconds', async () => {
  const { identity, sessions } = gateway();
  for (let times = 0; times < 3; times += 1) {
    expect(await sessions.resolve(from('192.0.2.1', madeUp(0)))).toEqual({ stale: true });
  }
  expect(identity.asked).toBe(1);
});

test('a flood of made-up tokens of one address asks identity for one after the other, and eight wait', async () => {
  const site = gateway();
  await suspect(site, '192.0.2.1');
  const answer = Promise.withResolvers<void>();
  site.identity.answering = answer.promise;
  site.identity.asked = 0;

  const flood = Array.from({ length: 100 }, (_, number) =>
    site.sessions.resolve(from('192.0.2.1', madeUp(100 + number))),
  );
  const outcomes = Promise.allSettled(flood);
  const other = site.isSignedIn(from('192.0.2.2', 'b'.repeat(40)));
  await eventually(() => expect(site.identity.asked).toBe(2));
  answer.resolve();
  expect(await other).toBe(true);
  const settled = await outcomes;
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(8);
  expect(settled[99]).toEqual(overloaded);
  expect(site.identity.asked).toBe(9);
});

test('a session that was good once, or was just begun, is never refused for what its address sends', async () => {
  const site = gateway({ rememberMs: 0 });
  const [owner, begun] = [from('192.0.2.1', 'b'.repeat(40)), 'c'.repeat(40)];
  expect(await site.isSignedIn(owner)).toBe(true);
  await suspect(site, '192.0.2.1');
  const answer = Promise.withResolvers<void>();
  site.identity.answering = answer.promise;
  const flood = Array.from({ length: 9 }, (_, number) =>
    site.sessions.resolve(from('192.0.2.1', madeUp(100 + number))),
  );
  const outcomes = Promise.allSettled(flood);

  site.sessions.begun(begun);
  const [again, first] = [site.isSignedIn(owner), site.isSignedIn(from('192.0.2.1', begun))];
  answer.resolve();
  expect(await Promise.all([again, first])).toEqual([true, true]);
  expect((await outcomes)[8]).toEqual(overloaded);
});

test('few unknown tokens are asked about at once, and the addresses take turns', async () => {
  const { identity, sessions } = gateway();
  const answer = Promise.withResolvers<void>();
  identity.answering = answer.promise;
  const order: string[] = [];
  const ask = (address: string, number: number) =>
    sessions.resolve(from(address, madeUp(number))).then(() => order.push(address));
  const crowd = Array.from({ length: 40 }, (_, number) => ask('192.0.2.1', number));
  const other = ask('198.51.100.1', 100);
  await eventually(() => expect(identity.asked).toBe(16));
  answer.resolve();
  await Promise.all([...crowd, other]);
  expect(order.indexOf('198.51.100.1')).toBeLessThan(20);
});

test('a token that was wrong is asked about again after a change that may have made it good', async () => {
  const { identity, sessions, isSignedIn } = gateway();
  identity.ended = true;
  expect(await isSignedIn()).toBe(false);
  identity.ended = false;
  expect(await isSignedIn()).toBe(false);
  sessions.forget(request);
  expect(await isSignedIn()).toBe(true);
});

test('an ended session that was good once has no share of its own', async () => {
  const { identity, sessions, isSignedIn } = gateway({ rememberMs: 0 });
  expect(await isSignedIn()).toBe(true);
  identity.ended = true;
  for (let times = 0; times < 5; times += 1) expect(await sessions.resolve(request)).toEqual({ stale: true });
  expect(identity.asked).toBe(3);
});

test('identity is asked about 512 tokens at once that were good, and about the next once one is answered', async () => {
  const { identity, sessions, isSignedIn } = gateway();
  const withToken = (n: number) =>
    ({ headers: { cookie: `session=${String(n).padStart(40, 'a')}` } }) as IncomingMessage;
  for (let n = 0; n <= 512; n += 1) sessions.begun(String(n).padStart(40, 'a'));
  const answered = Promise.withResolvers<void>();
  identity.answering = answered.promise;
  const asked = Array.from({ length: 512 }, (_, n) => isSignedIn(withToken(n)));
  await expect(isSignedIn(withToken(512))).rejects.toMatchObject({ kind: 'UNAVAILABLE', reason: 'OVERLOADED' });
  await eventually(() => expect(identity.asked).toBe(512));
  expect(identity.questions).toBe(6);
  answered.resolve();
  expect(new Set(await Promise.all(asked))).toEqual(new Set([true]));
  expect(await isSignedIn(withToken(512))).toBe(true);
});

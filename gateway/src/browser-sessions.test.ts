import type { IncomingMessage } from 'node:http';
import { createRevocations, followRevocations, signalRevocation } from '@marquee/runtime/revocations';
import { createVerifier } from '@marquee/runtime/verifier';
import { issueViewerToken } from '@marquee/runtime/viewer-token';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { verifierKeys, viewerKey } from '@marquee/testing/test-keys';
import { viewers } from '@marquee/testing/viewers';
import { type BrowserSessionsOptions, browserSessions } from './browser-sessions.ts';
import { breakableSignals } from './testing/breakable-signals.ts';

const request = { headers: { cookie: `session=${'a'.repeat(40)}` } } as unknown as IncomingMessage;

function gateway() {
  const clock = fixedClock('2026-11-20T12:00:00Z');
  const signals = breakableSignals();
  const revocations = createRevocations({ clock });
  followRevocations(revocations, signals);
  const viewer = viewers.movieLover();
  /** The state of the fake identity: whether the session ended, the calls so far, and a promise that delays answers. */
  const identity = { ended: false, asked: 0, answering: Promise.resolve() };
  const sessions = browserSessions({
    identity: {
      resolveSession: async () => {
        identity.asked += 1;
        const viewerToken = identity.ended ? '' : issueViewerToken(viewerKey, viewer, clock.now()).token;
        await identity.answering;
        return { viewerToken };
      },
    } as unknown as BrowserSessionsOptions['identity'],
    cookieName: 'session',
    clock,
    verifier: createVerifier({ ...verifierKeys, clock }),
    revocations,
    signals,
    rememberMs: 5_000,
  });
  const isSignedIn = async () => (await sessions.resolve(request)).session !== undefined;
  return { clock, signals, viewer, identity, sessions, isSignedIn };
}

test('with signals linked, identity’s answer is cached for seconds and a signal drops it at once [AUT-16:link]', async () => {
  const { clock, signals, viewer, identity, isSignedIn } = gateway();
  for (let times = 0; times < 3; times += 1) expect(await isSignedIn()).toBe(true);
  expect(identity.asked).toBe(1);
  clock.advance(5_001);
  expect(await isSignedIn()).toBe(true);
  expect(identity.asked).toBe(2);

  identity.ended = true;
  expect(await isSignedIn()).toBe(true);
  signalRevocation(signals, { accountId: viewer.accountId }, clock.now());
  await Promise.resolve();
  expect(await isSignedIn()).toBe(false);
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
  identity.ended = true;
  signals.setLinked(true);
  answer();
  expect(await early).toBe(true);
  expect(await isSignedIn()).toBe(false);
});

test('after close, changes of the link are ignored', async () => {
  const { signals, identity, sessions, isSignedIn } = gateway();
  expect(await isSignedIn()).toBe(true);
  sessions.close();
  signals.setLinked(true);
  expect(await isSignedIn()).toBe(true);
  expect(identity.asked).toBe(1);
});

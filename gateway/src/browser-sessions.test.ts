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
  /** What identity knows, how often it was asked, and what holds its answers back. */
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

test('with the link, identity’s answer is believed for seconds, and a signal ends it at once [AUT-16:link]', async () => {
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

test('while the link is down, identity is asked every time [AUT-16:link]', async () => {
  const { signals, identity, isSignedIn } = gateway();
  expect(await isSignedIn()).toBe(true);
  signals.setLinked(false);
  for (let times = 0; times < 3; times += 1) expect(await isSignedIn()).toBe(true);
  expect(identity.asked).toBe(4);
  identity.ended = true;
  expect(await isSignedIn()).toBe(false);
});

test('for one that goes away identity is asked every time, and what was believed before is forgotten', async () => {
  const { identity, sessions, isSignedIn } = gateway();
  expect(await isSignedIn()).toBe(true);
  sessions.rememberNone();
  for (let times = 0; times < 2; times += 1) expect(await isSignedIn()).toBe(true);
  expect(identity.asked).toBe(3);
  identity.ended = true;
  expect(await isSignedIn()).toBe(false);
});

test('what was believed before the link broke is not believed when it stands again [AUT-16:link]', async () => {
  const { signals, identity, isSignedIn } = gateway();
  expect(await isSignedIn()).toBe(true);
  signals.setLinked(false);
  identity.ended = true;
  signals.setLinked(true);
  expect(await isSignedIn()).toBe(false);
});

test('an answer that was on its way while the link changed is believed once', async () => {
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

test('after closing, the link is not listened to', async () => {
  const { signals, identity, sessions, isSignedIn } = gateway();
  expect(await isSignedIn()).toBe(true);
  sessions.close();
  signals.setLinked(true);
  expect(await isSignedIn()).toBe(true);
  expect(identity.asked).toBe(1);
});

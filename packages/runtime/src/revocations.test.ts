import { fixedClock } from '@marquee/testing/fixed-clock';
import { createRevocations, followRevocations, type Revocation, signalRevocation } from './revocations.ts';
import { memorySignals } from './signals.ts';
import type { AccountViewer } from './viewer.ts';

const viewer = { accountId: 'a', sessionId: 's' } as AccountViewer;
const open = () => {
  const clock = fixedClock('2026-11-22T12:00:00Z');
  return { clock, revocations: createRevocations({ clock }) };
};

test('an ended session is refused whatever its token says, and no other session is', () => {
  const { clock, revocations } = open();
  revocations.revoke({ sessionId: 's' });
  expect(revocations.isRevoked(viewer, new Date(clock.now().getTime() + 60_000))).toBe(true);
  expect(revocations.isRevoked({ ...viewer, sessionId: 'other' }, clock.now())).toBe(false);
});

test('an ended account is refused with the tokens of before, also of the same second, and for two minutes', () => {
  const { clock, revocations } = open();
  revocations.revoke({ accountId: 'a' });
  const before = clock.now();
  expect(revocations.isRevoked(viewer, before)).toBe(true);
  expect(revocations.isRevoked(viewer, new Date(before.getTime() + 1_000))).toBe(false);
  expect(revocations.isRevoked({ ...viewer, accountId: 'other' }, before)).toBe(false);
  clock.advance(120_000);
  expect(revocations.isRevoked(viewer, before)).toBe(true);
  clock.advance(1);
  expect(revocations.isRevoked(viewer, before)).toBe(false);
});

test('100,000 ended sessions are remembered, and of more the first is forgotten', () => {
  const { clock, revocations } = open();
  const isRevoked = (sessionId: string) => revocations.isRevoked({ ...viewer, sessionId }, clock.now());
  for (let n = 0; n < 100_000; n += 1) revocations.revoke({ sessionId: `s${n}` });
  expect(isRevoked('s0')).toBe(true);
  revocations.revoke({ sessionId: 'one more' });
  expect([isRevoked('s0'), isRevoked('s1'), isRevoked('one more')]).toEqual([false, true, true]);
});

test('a follower hears of each revocation until it stops following; so do signals', async () => {
  const { clock, revocations } = open();
  const signals = memorySignals();
  const unfollow = followRevocations(revocations, signals);
  const heard: Revocation[] = [];
  const leave = revocations.onRevoked((revocation) => void heard.push(revocation));
  signalRevocation(signals, { sessionId: 's' }, clock.now());
  signalRevocation(signals, { accountId: 'a' }, clock.now());
  await Promise.resolve();
  expect(heard).toEqual([{ sessionId: 's' }, { accountId: 'a' }]);
  leave();
  revocations.revoke({ sessionId: 'b' });
  unfollow();
  signalRevocation(signals, { sessionId: 'c' }, clock.now());
  await Promise.resolve();
  expect(heard).toHaveLength(2);
  expect(revocations.isRevoked({ ...viewer, sessionId: 'c', accountId: 'c' }, clock.now())).toBe(false);
});

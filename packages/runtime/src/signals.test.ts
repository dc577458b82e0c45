import { fixedClock } from '@marquee/testing/fixed-clock';
import { createRevocations, followRevocations, signalRevocation } from './revocations.ts';
import { memorySignals, type Signals } from './signals.ts';
import { signalsContract } from './testing/signals-contract.ts';
import type { AccountViewer } from './viewer.ts';

signalsContract('signals in memory', async () => {
  let shared: Signals | undefined;
  return { connect: async (log) => (shared ??= memorySignals({ log })), close: async () => undefined };
});

test('revocations travel by signal and are remembered for two minutes', async () => {
  const clock = fixedClock('2026-11-20T12:00:00Z');
  const revocations = createRevocations({ clock });
  const signals = memorySignals();
  followRevocations(revocations, signals);
  const viewer = { accountId: 'a', sessionId: 's' } as AccountViewer;
  const issuedAt = clock.now();
  expect(revocations.isRevoked(viewer, issuedAt)).toBe(false);
  signalRevocation(signals, { accountId: 'a' }, clock.now());
  await Promise.resolve();
  expect(revocations.isRevoked(viewer, issuedAt)).toBe(true);
  clock.advance(1000);
  expect(revocations.isRevoked(viewer, clock.now())).toBe(false);
  signalRevocation(signals, { sessionId: 's' }, clock.now());
  await Promise.resolve();
  expect(revocations.isRevoked(viewer, clock.now())).toBe(true);
  clock.advance(121_000);
  expect(revocations.isRevoked(viewer, clock.now())).toBe(false);
});

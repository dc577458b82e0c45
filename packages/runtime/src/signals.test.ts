import { fixedClock } from '@marquee/testing/fixed-clock';
import { createRevocations, followRevocations, signalRevocation } from './revocations.ts';
import { memorySignals, type Signals, signalSchema } from './signals.ts';
import { signalsContract } from './testing/signals-contract.ts';
import type { AccountViewer } from './viewer.ts';

signalsContract('signals in memory', async () => {
  let shared: Signals | undefined;
  return { connect: async (log) => (shared ??= memorySignals({ log })), close: async () => undefined };
});

test('a signal is a hint, of bounded length', () => {
  const fits = (changes: object) => signalSchema.safeParse({ topic: 't', version: '1', data: {}, ...changes }).success;
  const entries = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, '']));
  const text = (length: number) => 'x'.repeat(length);
  for (const [field, max] of [
    ['topic', 200],
    ['version', 40],
  ] as const) {
    expect([fits({ [field]: text(max) }), fits({ [field]: text(max + 1) })]).toEqual([true, false]);
  }
  expect(fits({ topic: '' })).toBe(false);
  expect([fits({ data: { k: text(1_000) } }), fits({ data: { k: text(1_001) } })]).toEqual([true, false]);
  expect([fits({ data: { [text(1_000)]: '' } }), fits({ data: { [text(1_001)]: '' } })]).toEqual([true, false]);
  expect([fits({ data: entries(20) }), fits({ data: entries(21) })]).toEqual([true, false]);
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

import { fixedClock } from '@marquee/testing/fixed-clock';
import { createRevocations, followRevocations, signalRevocation } from './revocations.ts';
import { memorySignals } from './signals.ts';
import type { AccountViewer } from './viewer.ts';

test('a signal reaches exact and prefix listeners until they end, and none stops another', async () => {
  const errors: unknown[] = [];
  const signals = memorySignals({ onError: (error) => errors.push(error) });
  const seen: string[] = [];
  signals.subscribe('film:1', () => {
    throw new Error('broken');
  });
  const end = signals.subscribe('film:1', ({ topic, version }) => seen.push(`exact ${topic} ${version}`));
  signals.subscribe('film:*', ({ topic }) => seen.push(`prefix ${topic}`));
  signals.publish('film:1', 7n, { a: 'b' });
  expect(seen).toEqual([]);
  await Promise.resolve();
  expect(seen).toEqual(['exact film:1 7', 'prefix film:1']);
  expect(errors).toHaveLength(1);
  end();
  signals.publish('film:1', 8);
  signals.publish('other', 1);
  await Promise.resolve();
  expect(seen.slice(2)).toEqual(['prefix film:1']);
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

import { memorySignals } from '@marquee/runtime/signals';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { createPresence } from '../premieres/presence.ts';
import { createAudience, heartbeatEveryMs } from './audience.ts';

const FILM = '0190a000-0000-7000-8000-000000000001';

function process() {
  const clock = fixedClock('2026-11-20T12:00:00Z');
  const [audience, presence] = [createAudience({ clock }), createPresence({ signals: memorySignals(), clock })];
  const everyMs = () => heartbeatEveryMs({ audience, presence }, FILM);
  return { clock, audience, presence, everyMs };
}

/** Players are heard of each time so many milliseconds have passed. */
function plays({ clock, audience }: ReturnType<typeof process>, players: number, everyMs: number, forMs: number) {
  for (let passed = everyMs; passed <= forMs; passed += everyMs) {
    clock.advance(everyMs);
    for (let player = 0; player < players; player += 1) audience.heard(everyMs);
  }
}

test('players are counted by the time between their heartbeats, without remembering them', () => {
  for (const everyMs of [5_000, 15_000, 30_000]) {
    const one = process();
    plays(one, 3, everyMs, 60_000);
    expect([everyMs, one.audience.size()]).toEqual([everyMs, 3]);
    one.clock.advance(60_000);
    expect(one.audience.size()).toBe(0);
  }
});

test('a player that was silent for long counts as one', () => {
  const one = process();
  one.clock.advance(3_600_000);
  one.audience.heard(3_600_000);
  one.clock.advance(30_000);
  expect(one.audience.size()).toBe(1);
});

test('where thousands watch, each is heard of less often, at most every 30 seconds', () => {
  const one = process();
  plays(one, 2_250, 15_000, 90_000);
  expect(one.everyMs()).toBe(15_000);
  plays(one, 3_000, 15_000, 90_000);
  expect(one.everyMs()).toBe(20_000);
  plays(one, 10_000, 30_000, 90_000);
  expect(one.everyMs()).toBe(30_000);
  one.clock.advance(60_000);
  expect(one.everyMs()).toBe(15_000);
});

test('who waits at a premiere counts before it begins, of its film alone [WAT-13:presence]', () => {
  const { audience, presence, everyMs } = process();
  for (let n = 0; n < 3_000; n += 1) presence.attend(FILM, 60_000);
  expect(everyMs()).toBe(20_000);
  expect(heartbeatEveryMs({ audience, presence }, 'another')).toBe(15_000);
});

test('of several processes each counts its part of a premiere', async () => {
  const [signals, clock] = [memorySignals(), fixedClock('2026-11-20T12:00:00Z')];
  const all = Array.from({ length: 3 }, () => createPresence({ signals, clock }));
  for (let n = 0; n < 9_000; n += 1) all[0]?.attend(FILM, 120_000);
  for (let second = 0; second < 2; second += 1) {
    for (const presence of all) presence.tick();
    await Promise.resolve();
    clock.advance(1_000);
  }
  // Those without people are not heard of.
  expect(all[0]?.shareAt(FILM)).toBe(9_000);
  for (const presence of all.slice(1)) for (let n = 0; n < 3_000; n += 1) presence.attend(FILM, 120_000);
  for (let second = 0; second < 2; second += 1) {
    for (const presence of all) presence.tick();
    await Promise.resolve();
    clock.advance(1_000);
  }
  expect(all[1]?.shareAt(FILM)).toBe(5_000);
});

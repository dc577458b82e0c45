import { believablePlayedMs, clampPosition, isAtEnd } from './played-time.ts';
import type { Session } from './sessions.ts';

const START = new Date('2026-11-22T12:00:00Z');
const at = (s: number) => new Date(START.getTime() + s * 1_000);
const session = (changes: Partial<Session> = {}) =>
  ({ id: 's', startedAt: START, seenAt: at(60), playedMs: 50_000, durationMs: 100_000, ...changes }) as Session;

test.each([
  ['as it was claimed', 55_000, 55_000],
  ['no faster than the clock since the last heartbeat, give or take 2 s', 70_000, 62_000],
  ['never less than nothing', -1, 0],
])('what was really played is %s [WAT-07]', (_, claimedMs, playedMs) => {
  expect(believablePlayedMs(session(), claimedMs, at(70))).toBe(playedMs);
});

test('what was really played is never more than the time since the start, give or take 2 s [WAT-07]', () => {
  expect(believablePlayedMs(session({ playedMs: 69_000 }), 90_000, at(70))).toBe(72_000);
});

test('the last second is the end, of a film whose length is known; positions lie within it', () => {
  expect([98_999, 99_000, 100_000].map((ms) => isAtEnd(session(), ms))).toEqual([false, true, true]);
  expect(isAtEnd(session({ durationMs: 0 }), 5)).toBe(false);
  expect([-1, 5, 100_001].map((ms) => clampPosition(session(), ms))).toEqual([0, 5, 100_000]);
  expect(clampPosition(session({ durationMs: 0 }), 100_001)).toBe(100_001);
});

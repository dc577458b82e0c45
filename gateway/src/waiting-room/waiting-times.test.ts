import { ASK_MS_MAX, ASK_MS_MIN, askAgainMs, askAtOpeningMs, estimateSeconds } from './waiting-times.ts';

test('how long it takes follows from who was admitted in the last minute, or since the sale opened if that is less', () => {
  const after = (openForMs: number, admittedLastMinute = 60) => estimateSeconds(90, { admittedLastMinute, openForMs });
  expect(after(3_600_000)).toBe(90);
  expect(after(60_000)).toBe(90);
  expect(after(20_000)).toBe(30);
  // Of a sale that has just opened, a whole second is counted.
  expect(after(10)).toBe(2);
  expect(after(3_600_000, 7)).toBe(772);
});

test('nothing is said about the time while nobody is admitted', () => {
  expect(estimateSeconds(1, { admittedLastMinute: 0, openForMs: 60_000 })).toBeUndefined();
  expect(estimateSeconds(1, { admittedLastMinute: 1, openForMs: 60_000 })).toBe(60);
});

test('a page asks again after half of its wait, at least every 30 s while few wait', () => {
  expect(askAgainMs(20, 100, true)).toBe(10_000);
  expect(askAgainMs(60, 100, true)).toBe(30_000);
  expect(askAgainMs(600, 100, true)).toBe(30_000);
  expect(askAgainMs(1, 100, true)).toBe(ASK_MS_MIN);
});

test('all pages together ask no more than 500 times a second', () => {
  expect(askAgainMs(600, 20_000, true)).toBe(40_000);
  expect(askAgainMs(600, 1_000_000, true)).toBe(ASK_MS_MAX);
  // Of who is nearly in front, the answer is due sooner.
  expect(askAgainMs(20, 20_000, true)).toBe(10_000);
  expect(askAgainMs(undefined, 5_000, true)).toBe(10_000);
  expect(askAgainMs(undefined, 10, true)).toBe(ASK_MS_MIN);
});

test('a page that stands behind all that is left asks as rarely as one that waits for long', () => {
  expect(askAgainMs(1, 100, false)).toBe(ASK_MS_MAX / 2);
  expect(askAgainMs(undefined, 100, false)).toBe(ASK_MS_MAX / 2);
  expect(askAgainMs(20, 20_000, false)).toBe(40_000);
});

test('pages come back at the opening, spread over the time that serving all of them takes', () => {
  const spread = (registered: number) => [0, 0.5, 1].map((share) => askAtOpeningMs(10_000, registered, share));
  expect(spread(10)).toEqual([10_000, 11_500, 13_000]);
  expect(spread(5_000)).toEqual([10_000, 15_000, 20_000]);
  expect(askAtOpeningMs(3_600_000, 10, 0)).toBe(ASK_MS_MAX);
});

import {
  ASK_MS_MAX,
  ASK_MS_MIN,
  askAgainMs,
  askAtOpeningMs,
  estimateSeconds,
  UNREACHABLE_MS,
} from './waiting-times.ts';

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

const among = (waiting: number, { rate = 50, reachable = true } = {}) => ({ waiting, rate, reachable });

test('a page asks again after half of its wait, at least every 30 s while few wait', () => {
  expect(askAgainMs(20, among(100))).toBe(10_000);
  expect(askAgainMs(60, among(100))).toBe(30_000);
  expect(askAgainMs(600, among(100))).toBe(30_000);
  expect(askAgainMs(1, among(100))).toBe(ASK_MS_MIN);
});

test('all pages together ask no more than twice as often a second as people are admitted', () => {
  expect(askAgainMs(600, among(10_000))).toBe(100_000);
  expect(askAgainMs(600, among(60_000, { rate: 300 }))).toBe(100_000);
  expect(askAgainMs(600, among(1_000_000))).toBe(ASK_MS_MAX);
  // Of who is nearly in front, the answer is due sooner.
  expect(askAgainMs(20, among(20_000))).toBe(10_000);
  expect(askAgainMs(undefined, among(2_000))).toBe(20_000);
  expect(askAgainMs(undefined, among(10))).toBe(ASK_MS_MIN);
});

test('a busy sale is still asked fifty times a second', () => {
  expect(askAgainMs(600, among(10_000, { rate: 12.5 }))).toBe(200_000);
  expect(askAgainMs(600, among(4_000, { rate: 0.1 }))).toBe(80_000);
});

test('a page that stands behind all that is left asks once a minute at most', () => {
  expect(askAgainMs(1, among(100, { reachable: false }))).toBe(UNREACHABLE_MS);
  expect(askAgainMs(undefined, among(100, { reachable: false }))).toBe(UNREACHABLE_MS);
  expect(askAgainMs(20, among(8_000, { reachable: false }))).toBe(80_000);
});

test('pages come back after the opening, in the order of the lot, each when its turn comes at the earliest', () => {
  const spread = (registered: number, untilOpenMs = 10_000) =>
    [0, 0.5, 1].map((share) => askAtOpeningMs(untilOpenMs, { registered, rate: 50, share }));
  expect(spread(10)).toEqual([10_000, 11_500, 13_000]);
  expect(spread(2_000)).toEqual([10_000, 30_000, 50_000]);
  // Each waits for its turn, however long before the hour it asked.
  expect(spread(1_000_000, ASK_MS_MAX)).toEqual([240_000, 360_000, 480_000]);
  expect(spread(10, 3_600_000)).toEqual([ASK_MS_MAX, ASK_MS_MAX, ASK_MS_MAX]);
});

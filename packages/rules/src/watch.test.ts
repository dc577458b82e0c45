import { viewAfterMs } from './watch.ts';

test.each([
  [0, 60_000],
  [5_400_000, 60_000],
  [61_000, 60_000],
  [60_000, 59_000],
  [28_000, 27_000],
  [1_000, 500],
])('a view of a film of %d ms counts after %d ms [WAT-07:short]', (durationMs, after) => {
  expect(viewAfterMs(durationMs)).toBe(after);
});

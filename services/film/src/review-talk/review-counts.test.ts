import * as reviewCounts from './review-counts.ts';

test('likes and replies are summed into their reviews by the 5,000, until none is left', async () => {
  const taken = [5_000, 5_000, 4_999, 5_000];
  await reviewCounts.fold({ query: async () => [{ taken: taken.shift() }] } as never);
  expect(taken).toEqual([5_000]);
});

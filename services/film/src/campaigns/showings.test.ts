import * as showings from './showings.ts';

test('showings of a day ago are summed into their days by the 5,000, until none is left', async () => {
  const taken = [5_000, 5_000, 4_999, 5_000];
  const before: unknown[] = [];
  const query = async ({ values }: { values: unknown[] }) => {
    before.push(values[0]);
    return [{ taken: taken.shift() }];
  };
  await showings.fold({ query } as never, new Date('2026-11-20T12:00:00.000Z'));
  expect(before).toEqual(Array(3).fill(new Date('2026-11-19T12:00:00.000Z')));
});

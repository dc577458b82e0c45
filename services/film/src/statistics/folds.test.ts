import * as plays from './plays.ts';
import * as stats from './stats.ts';

test.each([
  ['plays', plays.fold],
  ['numbers of films', stats.fold],
])('%s are summed by the 5,000, until none is left', async (_name, fold) => {
  const taken = [5_000, 5_000, 4_999, 5_000];
  await fold({ query: async () => [{ taken: taken.shift(), films: null }] } as never);
  expect(taken).toEqual([5_000]);
});

test('films are scored again once what waited is summed', async () => {
  const scored: unknown[] = [];
  const query = async ({ name, values }: { name: string; values?: unknown[] }) => {
    if (name === 'stats.score') scored.push(values);
    return [{ taken: 2, films: ['f'] }];
  };
  expect(await stats.fold({ query } as never)).toBe(2);
  expect(scored).toEqual([[['f']]]);
});

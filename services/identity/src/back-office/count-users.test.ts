import { viewers } from '@marquee/testing/viewers';
import { countUsers } from './list-users.ts';

/** What staff read where so many users are found, and PostgreSQL guesses another number. */
async function counted(found: number, guess: number) {
  const query = async (text: string) => {
    const limit = Number(/LIMIT (\d+)/.exec(text)?.[1]);
    return text.startsWith('EXPLAIN')
      ? [{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': guess } }] }]
      : [{ count: Math.min(found, limit) }];
  };
  const all = { query: '', filter: 'ALL', country: '', consumerType: 'ALL' } as Parameters<typeof countUsers>[2];
  return countUsers({ db: { query } as never }, viewers.staff(), all);
}

test('up to 100,000 users are counted, and of more their number is estimated', async () => {
  expect(await counted(100_000, 5)).toEqual({ count: 100_000n, estimated: false });
  expect(await counted(100_001, 120_000.4)).toEqual({ count: 120_000n, estimated: true });
  // Statistics may be old: there are more than could be counted.
  expect(await counted(200_000, 90_000)).toEqual({ count: 100_000n, estimated: true });
});

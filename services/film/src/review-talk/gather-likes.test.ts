import { fixedClock } from '@marquee/testing/fixed-clock';
import { gatherLikes } from './gather-likes.ts';

test('the likes until midnight are gathered, a hundred writers at a time', async () => {
  const asked: unknown[][] = [];
  const db = {
    async query(_text: string, values: unknown[]) {
      asked.push(values);
      return asked.length <= 2 ? [{ accountId: 'a' }] : [];
    },
    transaction: (work: (tx: object) => Promise<unknown>) => work({ query: async () => [] }),
  };
  const clock = fixedClock('2026-11-20T23:59:59.999Z');
  await gatherLikes({ db, clock, outbox: {} } as unknown as Parameters<typeof gatherLikes>[0]);
  expect(asked).toEqual(Array(3).fill([new Date('2026-11-20T00:00:00.000Z'), 100]));
});

import type { Query } from '@marquee/data/database';
import { markChecked } from './orders.ts';

test('that the provider was asked is written at most every 15 seconds', async () => {
  const checkedAt = new Date('2026-11-20T12:00:00.000Z');
  const written: number[] = [];
  const write = (afterMs: number) => {
    const query = (async () => written.push(afterMs)) as unknown as Query;
    return markChecked({ query }, { id: 'an order', checkedAt }, new Date(checkedAt.getTime() + afterMs));
  };
  for (const afterMs of [0, 15_000, 15_001]) await write(afterMs);
  expect(written).toEqual([15_001]);
});

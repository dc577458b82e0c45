import { testDatabase } from '@marquee/testing/test-database';
import { invariants } from '../invariants.ts';
import { randomSaleStart } from '../testing/random-sale-start.ts';
import { randomSales } from '../testing/random-sales.ts';

/** `npm run random-sales -- 1000000 7` does as many with another seed, in a database of its own. */
const COUNT = 1_000;
const SEED = 20_261_128;

test('random sales with crashes between any two steps: no unit in two hands, no money without its ticket or refund [TIC-06:exact]', async () => {
  const db = await testDatabase('festival');
  const tally = await randomSales(db, { seed: SEED, count: COUNT, start: await randomSaleStart(db) });
  for (const { check, name } of invariants.invariants) {
    expect([SEED, name, await check(db.query)]).toEqual([SEED, name, []]);
  }
  const again = 'SELECT count(*)::int AS n FROM order_refunds WHERE is_owed GROUP BY kind ORDER BY kind';
  const owed = (await db.query<{ n: number }>(again)).length;
  // Each kind of thing happened often enough to mean something.
  const isVaried =
    tally.refused > COUNT / 50 &&
    tally.crashed > COUNT / 50 &&
    tally.sold > COUNT / 10 &&
    tally.returnedAlone > COUNT / 200 &&
    owed > 1;
  expect({ SEED, ...tally, owed, isVaried }).toMatchObject({ isVaried: true });
}, 130_000);

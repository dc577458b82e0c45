import { testDatabase } from '@marquee/testing/test-database';
import { salesInvariants } from '../invariants.ts';
import { randomOrders } from '../testing/random-orders.ts';

/** `npm run random-orders -- 1000000 7` does as many with another seed, in a database of its own. */
const COUNT = 1_500;
const SEED = 20_261_202;

test('random orders with crashes between any two steps: no charge without its unlock or refund, and none twice [WAT-02:exact]', async () => {
  const db = await testDatabase('film');
  let checked = 0;
  const check = async () => {
    for (const { check, name } of salesInvariants) {
      checked += 1;
      expect([SEED, name, await check(db.query)]).toEqual([SEED, name, []]);
    }
  };
  const countRare = () =>
    db.query<Record<string, number>>(
      `SELECT count(*) FILTER (WHERE state = 'REFUNDED' AND fulfilled_at IS NULL)::int AS late,
         count(*) FILTER (WHERE returned > 0)::int AS parts,
         count(*) FILTER (WHERE paid_elsewhere > 0)::int AS elsewhere,
         (SELECT count(*)::int FROM order_refunds WHERE is_owed AND kind = 'STAFF') AS again
       FROM orders`,
    );
  const isVaried = async () => Object.values((await countRare())[0] ?? {}).every((happened) => happened > 0);
  const tally = await randomOrders(db, { seed: SEED, count: COUNT, check, isVaried });
  const [sold = {}] = await db.query<Record<string, number>>(
    `SELECT count(*) FILTER (WHERE state = 'FULFILLED')::int AS fulfilled,
       count(*) FILTER (WHERE state = 'REFUNDED')::int AS refunded,
       count(*) FILTER (WHERE state = 'EXPIRED')::int AS expired,
       (SELECT count(*)::int FROM order_refunds WHERE kind = 'DISPUTE') AS disputed,
       (SELECT count(*)::int FROM order_refunds WHERE kind = 'STAFF') AS by_staff
     FROM orders`,
  );
  // Each kind of thing happened often enough to mean something.
  const often = [tally.crashed, tally.answer, ...Object.values(sold)];
  const isOften = often.every((happened) => (happened ?? 0) >= COUNT / 200);
  const [rare] = await countRare();
  const isRight = { checked: checked > 0, isOften, isVaried: await isVaried() };
  expect({ SEED, ...isRight, ...tally, ...sold, ...rare }).toMatchObject({
    checked: true,
    isOften: true,
    isVaried: true,
  });
}, 130_000);

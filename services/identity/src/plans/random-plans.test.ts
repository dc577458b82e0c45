import { ledgerInvariants } from '@marquee/ledger/invariants';
import { testDatabase } from '@marquee/testing/test-database';
import { planInvariants } from '../testing/plan-invariants.ts';
import { randomPlans } from '../testing/random-plans.ts';

/** `RANDOM_PLANS=100000 RANDOM_PLANS_SEED=7` does as many with another seed. */
const { RANDOM_PLANS = '800', RANDOM_PLANS_SEED = '39' } = process.env;
const [count, seed] = [Number(RANDOM_PLANS), Number(RANDOM_PLANS_SEED)];

test(
  'random plans with crashes between any two steps: no period is paid twice, and nothing is paid without its plan or refund [SET-10:exact]',
  async () => {
    const db = await testDatabase('identity');
    let checked = 0;
    const check = async (now: Date) => {
      for (const { check, name } of [...ledgerInvariants, ...planInvariants(`'${now.toISOString()}'::timestamptz`)]) {
        checked += 1;
        expect([seed, name, await check(db.query)]).toEqual([seed, name, []]);
      }
    };
    const tally = await randomPlans(db, { seed, count, check });
    const [sold] = await db.query<Record<string, number>>(
      `SELECT count(*) FILTER (WHERE purpose = 'RENEWAL')::int AS renewals,
       count(*) FILTER (WHERE purpose = 'UPGRADE')::int AS upgrades,
       count(*) FILTER (WHERE state = 'REFUNDED')::int AS refunded,
         count(*) FILTER (WHERE state = 'REFUNDED' AND fulfilled_at IS NULL)::int AS late,
         count(*) FILTER (WHERE paid_elsewhere > 0)::int AS elsewhere
     FROM plan_orders JOIN orders ON id = order_id WHERE state IN ('FULFILLED', 'REFUNDED')`,
    );
    // Each kind of thing happened often enough to mean something.
    const least = Math.floor(count / 200);
    const { late = 0, elsewhere = 0, ...others } = sold ?? {};
    const often = [tally.crashed, tally.answer, ...Object.values(others)];
    const isVaried = late > 0 && elsewhere > 0 && often.every((happened) => (happened ?? 0) >= least);
    expect({ seed, checked: checked > 0, ...tally, ...sold, isVaried }).toMatchObject({
      checked: true,
      isVaried: true,
    });
  },
  Math.max(130_000, count * 200),
);

import { ledgerInvariants } from '@marquee/ledger/invariants';
import { invariants } from '@marquee/rewards/invariants';
import { rewardsService } from '@marquee/rewards/testing/rewards-service';
import { randomCoins } from './random-coins.ts';

const COUNT = 600;
const SEED = 20_261_128;

test('random orders paid with coins, with crashes between any two steps: each is delivered and paid, or neither [WAT-02:coins]', async () => {
  const rewards = await rewardsService();
  const { tally, db } = await randomCoins(rewards, { seed: SEED, count: COUNT });
  for (const { check, name } of ledgerInvariants) expect([SEED, name, await check(db.query)]).toEqual([SEED, name, []]);
  for (const { check, name } of invariants.invariants) {
    expect([SEED, name, await check(rewards.db.query)]).toEqual([SEED, name, []]);
  }
  // Each kind of thing happened often enough to mean something.
  const { FULFILLED = 0, REFUNDED = 0, EXPIRED = 0, crashed, refused } = tally;
  const isVaried = [FULFILLED, REFUNDED, EXPIRED, refused].every((n) => n > 5) && crashed > COUNT / 20;
  expect({ SEED, ...tally, isVaried }).toMatchObject({ isVaried: true });
}, 130_000);

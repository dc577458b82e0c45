import { HeldCoinsState } from '@marquee/contracts/rewards/v1/coins_pb';
import type { Tx } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import { atOnce } from '@marquee/testing/at-once';
import { viewers } from '@marquee/testing/viewers';
import { keepGrant } from '../grants/keep-grant.ts';
import { returnCoins } from '../holds/return-coins.ts';
import { voidHeldCoins } from '../holds/void-held-coins.ts';
import type { RewardsWrite } from '../resources.ts';
import { balanceOf, NO_DIFFERENCES, order, type RewardsUnderTest, rewardsService } from '../testing/rewards-service.ts';
import { closeWallet } from './forfeit-coins.ts';

let rewards: RewardsUnderTest;
beforeAll(async () => {
  rewards = await rewardsService();
});

test('who closes their account leaves no coins, also when a grant is published again [SET-05:coins]', async () => {
  const ada = await rewards.owner(100);
  const { accountId } = ada.viewer;
  const [held, given, refunded] = [order(ada, 30n), order(ada, 20n), order(ada, 10n)];
  for (const one of [held, given, refunded]) await rewards.film.holdCoins(one);
  for (let time = 0; time < 2; time += 1) await rewards.identity.closeAccount({ accountId });
  expect(await balanceOf(ada)).toEqual({ balance: 0n, held: 60n });
  await rewards.publishGrant(accountId, 'PROFILE_PICTURE', 100);
  expect(await balanceOf(ada)).toEqual({ balance: 0n, held: 60n });
  // What is granted or given back later does not stay with them.
  await rewards.publishGrant(accountId, 'NAME_AND_BIO', 50);
  expect(await rewards.db.query('SELECT 1 FROM coin_grants WHERE account_id = $1', [accountId])).toEqual([]);
  await rewards.film.voidHeldCoins(given);
  await rewards.film.returnCoins(refunded);
  expect(await balanceOf(ada)).toEqual({ balance: 0n, held: 30n });
  // An order that was on its way ends all the same.
  expect((await rewards.film.postHeldCoins(held)).held?.state).toBe(HeldCoinsState.POSTED);
  expect(await rewards.differences()).toEqual(NO_DIFFERENCES);
});

/** What these steps write with. */
const writeOf = (tx: Tx) => ({ tx, clock: rewards.clock }) as unknown as RewardsWrite;

const service = viewers.service('film');
const STEPS = {
  grant: (write: RewardsWrite, { accountId }: ReturnType<typeof order>) => {
    const grant = { id: newId(), accountId, reason: 'PROFILE_PICTURE', coins: 50n, grantedAt: rewards.clock.now() };
    return keepGrant(write, grant);
  },
  void: (write: RewardsWrite, asked: ReturnType<typeof order>) => voidHeldCoins(write, service, asked),
  return: (write: RewardsWrite, asked: ReturnType<typeof order>) => returnCoins(write, service, asked),
};

test.each([
  ['coins that are granted first', 'grant', 0],
  ['coins that are given back', 'void', 100],
  ['coins that are refunded', 'return', 100],
] as const)(
  '%s at the moment when the account closes leave nothing in its wallet [SET-05:coins]',
  async (_what, name, coins) => {
    const step = STEPS[name];
    for (const isFirst of [true, false]) {
      const ada = await rewards.owner(coins);
      const asked = order(ada, 60n);
      if (coins > 0) await rewards.film.holdCoins(asked);
      const { accountId } = asked;
      const close = (tx: Tx) => closeWallet(writeOf(tx), accountId);
      const other = (tx: Tx) => step(writeOf(tx), asked);
      const [first, second] = isFirst ? [other, close] : [close, other];
      await atOnce(rewards.db, first, () => rewards.db.transaction<unknown>(second));
      expect([isFirst, await balanceOf(ada)]).toEqual([isFirst, { balance: 0n, held: 0n }]);
    }
    expect(await rewards.differences()).toEqual(NO_DIFFERENCES);
  },
);

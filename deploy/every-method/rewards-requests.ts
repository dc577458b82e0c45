import { newId } from '@marquee/data/ids';
import { coinOrder, heldCoinOrder, heldOrder } from './coin-scene.ts';
import type { RequestEntries } from './request-entries.ts';

const held = { why: 'coins have to be held for the order', values: heldOrder };

/** Valid requests of methods of rewards. */
export const rewardsRequests: RequestEntries = {
  'rewards.v1.CoinHoldService/HoldCoins': {
    why: 'the account has to have coins, and an order of rewards is any id',
    values: async (scene) => ({ ...(await coinOrder(scene)), orderId: scene.named(newId()) }),
  },
  'rewards.v1.CoinHoldService/GetHeldCoins': held,
  'rewards.v1.CoinHoldService/PostHeldCoins': held,
  'rewards.v1.CoinHoldService/VoidHeldCoins': { ...held, values: heldCoinOrder },
  'rewards.v1.CoinHoldService/ReturnCoins': held,
};

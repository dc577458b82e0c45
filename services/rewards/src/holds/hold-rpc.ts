import { CoinHoldService, HeldCoinsState } from '@marquee/contracts/rewards/v1/coins_pb';
import { rpc } from '@marquee/service/rpc';
import { read, write } from '@marquee/service/use-case';
import type { RewardsResources } from '../resources.ts';
import { getHeldCoins, heldOrderSchema } from './get-held-coins.ts';
import { type Held, holdCoins, holdCoinsSchema } from './hold-coins.ts';
import { postHeldCoins } from './post-held-coins.ts';
import { returnCoins } from './return-coins.ts';
import { voidHeldCoins, voidHeldCoinsSchema } from './void-held-coins.ts';

const message = ({ orderId, accountId, coins, state }: Held) => ({
  held: { orderId, accountId, coins, state: HeldCoinsState[state] },
});

/** How services take coins for what they sell. */
export const holdRpc = rpc<RewardsResources>()(CoinHoldService, {
  holdCoins: write(holdCoinsSchema, holdCoins, message),
  getHeldCoins: read(heldOrderSchema, getHeldCoins, message),
  postHeldCoins: write(heldOrderSchema, postHeldCoins, message),
  voidHeldCoins: write(voidHeldCoinsSchema, voidHeldCoins, message),
  returnCoins: write(heldOrderSchema, returnCoins, message),
});

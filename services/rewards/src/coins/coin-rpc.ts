import { CoinService } from '@marquee/contracts/rewards/v1/coins_pb';
import { rpc } from '@marquee/service/rpc';
import { read } from '@marquee/service/use-case';
import type { RewardsResources } from '../resources.ts';
import { myCoinsMessage } from './coin-message.ts';
import { getMyCoins, getMyCoinsSchema } from './get-my-coins.ts';

/** The viewer's own coins. */
export const coinRpc = rpc<RewardsResources>()(CoinService, {
  getMyCoins: read(getMyCoinsSchema, getMyCoins, myCoinsMessage),
});

import { sweep } from '@marquee/data/sweep';
import { transact } from '@marquee/service/use-case';
import type { RewardsResources } from '../resources.ts';
import * as coinHolds from './coin-holds.ts';
import { lockWithWallet } from './locked-hold.ts';
import { giveBack } from './void-held-coins.ts';

/** Gives back what was held for orders that their service neither delivered nor ended in time. */
export async function expireHolds(resources: RewardsResources, signal: AbortSignal): Promise<void> {
  const { db, clock, log } = resources;
  const expire = async (orderId: string) => {
    await transact<RewardsResources, void>(resources, async (write) => {
      const hold = await lockWithWallet(write.tx, { orderId }, clock.now());
      if (hold?.state === 'HELD') await giveBack(write, hold, 'EXPIRED');
    });
    log.warn({ orderId }, 'coins that were held too long were given back');
  };
  const failed = 'held coins could not be given back';
  const about = (orderId: string) => ({ orderId });
  await sweep(await coinHolds.listOverdue(db, clock.now()), expire, { signal, log, failed, about });
}

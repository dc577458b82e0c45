import { AccountBlockedSchema, AccountUnblockedSchema } from '@marquee/contracts/events/v1/identity_pb';
import type { Bus, Subscription } from '@marquee/events/bus';
import { tailEvents, tailed } from '@marquee/events/tail-events';

/** What is remembered of two accounts, such as that they have no block, is dropped when one blocks the other [SET-08]. */
export function followBlocks(bus: Bus, forgetAccount: (accountId: string) => void): Promise<Subscription> {
  const forget = ({ blockerId, blockedId }: { blockerId: string; blockedId: string }) => {
    forgetAccount(blockerId);
    forgetAccount(blockedId);
  };
  return tailEvents(bus, [tailed(AccountBlockedSchema, forget), tailed(AccountUnblockedSchema, forget)]);
}

import { transact } from '@marquee/service/use-case';
import type { AccountResources } from '../resources.ts';
import { accountNotFound } from './account-errors.ts';
import { accountReinstated } from './account-events.ts';
import * as accounts from './accounts.ts';

/** Lifts a suspension. Ended sessions stay ended; reinstating twice changes nothing. */
export function reinstateAccount(
  resources: AccountResources,
  { accountId }: { accountId: string },
): Promise<accounts.Account> {
  return transact(resources, async ({ tx, emit }) => {
    const account = await accounts.lock(tx, accountId);
    if (!account) throw accountNotFound();
    if (!account.suspendedAt) return account;

    const reinstated = await accounts.setReinstated(tx, account.id, resources.clock.now());
    if (!reinstated) throw accountNotFound();
    await emit(accountReinstated(reinstated));
    return reinstated;
  });
}

import type { AccountResources } from '../resources.ts';
import { accountNotFound } from './account-errors.ts';
import { accountReinstated } from './account-events.ts';
import { type Account, accountStore } from './account-store.ts';

/** Lifts a suspension; ended sessions stay ended. */
export async function reinstateAccount(
  { db, outbox, clock }: AccountResources,
  input: { accountId: string },
): Promise<Account> {
  return db.transaction(async (tx) => {
    const found = await accountStore.lockForUpdate(tx, input.accountId);
    if (!found) throw accountNotFound();
    if (!found.suspendedAt) return found;

    const reinstated = await accountStore.setReinstated(tx, found.id, clock.now());
    if (!reinstated) throw accountNotFound();
    await outbox.append(tx, accountReinstated(reinstated));
    return reinstated;
  });
}

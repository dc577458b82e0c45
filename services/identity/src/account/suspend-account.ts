import { signalRevocation } from '@marquee/runtime/revocations';
import type { AccountResources } from '../resources.ts';
import { endAllSessions } from '../session/end-sessions.ts';
import { accountNotFound } from './account-errors.ts';
import { accountSuspended } from './account-events.ts';
import { type Account, accountStore } from './account-store.ts';

/** Suspends an account and ends its sessions at once; suspending twice changes nothing [AUT-16]. */
export async function suspendAccount(
  { db, outbox, clock, signals }: AccountResources,
  input: { accountId: string; reason: string },
): Promise<Account> {
  const now = clock.now();
  const { account, ended } = await db.transaction(async (tx) => {
    const found = await accountStore.lockForUpdate(tx, input.accountId);
    if (!found) throw accountNotFound();
    const ended = await endAllSessions(outbox, tx, found.id, now);
    if (found.suspendedAt) return { account: found, ended };

    const suspended = await accountStore.setSuspended(tx, found.id, input.reason, now);
    if (!suspended) throw accountNotFound();
    await outbox.append(tx, accountSuspended(suspended));
    return { account: suspended, ended };
  });
  signalRevocation(signals, { accountId: account.id }, now);
  // Media knows sessions alone.
  for (const { id } of ended) signalRevocation(signals, { sessionId: id }, now);
  return account;
}

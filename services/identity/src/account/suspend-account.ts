import { signalRevocation } from '@marquee/runtime/revocations';
import { transact } from '@marquee/service/use-case';
import type { AccountResources } from '../resources.ts';
import { sessionEnded } from '../session/session-events.ts';
import * as sessions from '../session/sessions.ts';
import { accountNotFound } from './account-errors.ts';
import { accountSuspended } from './account-events.ts';
import * as accounts from './accounts.ts';

/** Suspends an account and ends its sessions at once; suspending twice changes nothing [AUT-16]. */
export async function suspendAccount(
  resources: AccountResources,
  { accountId, reason }: { accountId: string; reason: string },
): Promise<accounts.Account> {
  const { clock, signals } = resources;
  const now = clock.now();
  const { account, ended } = await transact(resources, async ({ tx, emit }) => {
    const found = await accounts.lock(tx, accountId);
    if (!found) throw accountNotFound();
    const ended = await sessions.endAll(tx, found.id, now);
    for (const session of ended) await emit(sessionEnded(session));
    if (found.suspendedAt) return { account: found, ended };

    const suspended = await accounts.setSuspended(tx, found.id, reason, now);
    if (!suspended) throw accountNotFound();
    await emit(accountSuspended(suspended));
    return { account: suspended, ended };
  });
  signalRevocation(signals, { accountId: account.id }, now);
  // Media follows sessions only.
  for (const { id } of ended) signalRevocation(signals, { sessionId: id }, now);
  return account;
}

import { revocationSignal } from '@marquee/runtime/revocations';
import { transact } from '@marquee/service/use-case';
import type { AccountResources } from '../resources.ts';
import { sessionEnded } from '../session/session-events.ts';
import * as sessions from '../session/sessions.ts';
import { accountNotFound } from './account-errors.ts';
import { accountSuspended } from './account-events.ts';
import * as accounts from './accounts.ts';

/** Suspends an account and ends its sessions at once; suspending twice changes nothing [AUT-16]. */
export function suspendAccount(
  resources: AccountResources,
  { accountId, reason }: { accountId: string; reason: string },
): Promise<accounts.Account> {
  const now = resources.clock.now();
  return transact(resources, async ({ tx, emit, touch }) => {
    const account = await accounts.lock(tx, accountId);
    if (!account) throw accountNotFound();

    touch(...revocationSignal({ accountId }, now));
    for (const session of await sessions.endAll(tx, accountId, now)) {
      await emit(sessionEnded(session));
      // Media follows sessions only.
      touch(...revocationSignal({ sessionId: session.id }, now));
    }
    if (account.suspendedAt) return account;

    const suspended = await accounts.setSuspended(tx, accountId, reason, now);
    if (!suspended) throw accountNotFound();
    await emit(accountSuspended(suspended));
    return suspended;
  });
}

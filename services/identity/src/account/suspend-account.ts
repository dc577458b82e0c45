import { revocationSignal } from '@marquee/runtime/revocations';
import { transact } from '@marquee/service/use-case';
import * as auditLog from '../audit/audit-log.ts';
import type { AccountResources, IdentityWrite } from '../resources.ts';
import { sessionEnded } from '../session/session-events.ts';
import * as sessions from '../session/sessions.ts';
import { accountNotFound } from './account-errors.ts';
import { accountSuspended } from './account-events.ts';
import * as accounts from './accounts.ts';

type Writing = Pick<IdentityWrite, 'tx' | 'emit' | 'touch' | 'clock'>;

/** Whose account, why, and which member of staff; without one it is the staff command. */
type Suspension = { accountId: string; reason: string; actorId?: string };

/** Suspends an account and ends its sessions at once, as the staff command does [AUT-16]. */
export function suspendAccount(resources: AccountResources, suspension: Suspension): Promise<accounts.Account> {
  return transact(resources, (write) => suspend(write, suspension));
}

/** Suspends an account and ends its sessions at once; suspending twice changes nothing [AUT-16]. */
export async function suspend(
  { tx, emit, touch, clock }: Writing,
  { accountId, reason, actorId }: Suspension,
): Promise<accounts.Account> {
  const now = clock.now();
  const account = await accounts.lock(tx, accountId);
  if (!account) throw accountNotFound();

  await endSessions({ tx, emit, touch, clock }, accountId);
  if (account.suspendedAt) return account;

  const suspended = await accounts.setSuspended(tx, accountId, reason, now);
  if (!suspended) throw accountNotFound();
  const changes = [{ field: 'suspended', before: 'false', after: 'true' }];
  await auditLog.append(tx, { actorId, kind: 'USER_BANNED', objectId: accountId, changes, reason, now });
  await emit(accountSuspended(suspended));
  return suspended;
}

/** Ends every session of an account, by event and by signal. */
export async function endSessions({ tx, emit, touch, clock }: Writing, accountId: string): Promise<void> {
  const now = clock.now();
  touch(...revocationSignal({ accountId }, now));
  for (const session of await sessions.endAll(tx, accountId, now)) {
    await emit(sessionEnded(session));
    // Media follows sessions only.
    touch(...revocationSignal({ sessionId: session.id }, now));
  }
}

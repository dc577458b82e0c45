import { transact } from '@marquee/service/use-case';
import * as auditLog from '../audit/audit-log.ts';
import type { AccountResources, IdentityWrite } from '../resources.ts';
import { endSessions } from '../session/end-sessions.ts';
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
export async function suspend(write: Writing, { accountId, reason, actorId }: Suspension): Promise<accounts.Account> {
  const { tx, clock } = write;
  const account = await accounts.lock(tx, accountId);
  if (!account) throw accountNotFound();
  const suspended = await stopAccount(write, account, reason);
  if (!account.suspendedAt) {
    const changes = [{ field: 'suspended', before: 'false', after: 'true' }];
    const now = clock.now();
    await auditLog.append(tx, { actorId, kind: 'USER_BANNED', objectId: accountId, changes, reason, now });
  }
  return suspended;
}

/** Ends the sessions of a locked account, and keeps it from signing in. The audit log is the caller's. */
export async function stopAccount(
  write: Writing,
  account: accounts.Account,
  reason: string,
): Promise<accounts.Account> {
  await endSessions(write, account.id);
  if (account.suspendedAt) return account;
  const suspended = await accounts.setSuspended(write.tx, account.id, reason, write.clock.now());
  await write.emit(accountSuspended(suspended));
  return suspended;
}

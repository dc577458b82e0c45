import { newId } from '@marquee/data/ids';
import * as auditLog from '../audit/audit-log.ts';
import * as accountClosings from '../own-data/account-closings.ts';
import { accountClosing, profileRemoved } from '../own-data/own-data-events.ts';
import type { IdentityWrite } from '../resources.ts';
import * as accounts from './accounts.ts';
import { stopAccount } from './suspend-account.ts';

/** Who deletes an account, and why. */
type Deletion = { reason: string; actorId: string };

/**
 * Deletes an account that is locked: its sessions end at once, others drop who it was, and it is closed in all services
 * without a time in which it could be kept. Of what staff did to it the log keeps who, what, when and why.
 */
export async function deleteAccount(
  write: IdentityWrite,
  account: accounts.Account,
  { reason, actorId }: Deletion,
): Promise<void> {
  const { tx, emit, clock } = write;
  const now = clock.now();
  const accountId = account.id;
  await stopAccount(write, account, reason);
  const closingId = newId();
  await accountClosings.replace(tx, { id: closingId, accountId, requestedAt: now, keepUntil: now });
  const deleted = await accounts.setDeleted(tx, accountId, now);
  await emit(accountClosing(deleted, closingId));
  await emit(profileRemoved(deleted));
  await auditLog.forgetChanges(tx, accountId);
  await auditLog.append(tx, { actorId, kind: 'USER_DELETED', objectId: accountId, reason, now });
}

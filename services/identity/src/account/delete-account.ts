import * as auditLog from '../audit/audit-log.ts';
import type { IdentityWrite } from '../resources.ts';
import { profileRemoved } from './account-events.ts';
import * as accounts from './accounts.ts';
import { stopAccount } from './suspend-account.ts';

/** Who deletes an account, and why. */
type Deletion = { reason: string; actorId: string };

/**
 * Deletes an account that is locked: its sessions end at once, other services drop who it was, and its row goes with
 * sessions, passkeys and changes of email. Of what staff did to it the log keeps who, what, when and why.
 */
export async function deleteAccount(
  write: IdentityWrite,
  account: accounts.Account,
  { reason, actorId }: Deletion,
): Promise<void> {
  const { tx, emit, clock } = write;
  const { version } = await stopAccount(write, account, reason);
  await emit(profileRemoved({ id: account.id, version: version + 1n }));
  await accounts.remove(tx, account.id);
  await auditLog.forgetChanges(tx, account.id);
  await auditLog.append(tx, { actorId, kind: 'USER_DELETED', objectId: account.id, reason, now: clock.now() });
}

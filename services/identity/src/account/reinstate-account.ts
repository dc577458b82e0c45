import { transact } from '@marquee/service/use-case';
import * as auditLog from '../audit/audit-log.ts';
import type { AccountResources, IdentityWrite } from '../resources.ts';
import { accountNotFound } from './account-errors.ts';
import { accountReinstated } from './account-events.ts';
import * as accounts from './accounts.ts';

type Reinstatement = { accountId: string; reason?: string; actorId?: string };

/** Lifts a suspension, as the staff command does. */
export function reinstateAccount(resources: AccountResources, reinstatement: Reinstatement): Promise<accounts.Account> {
  return transact(resources, (write) => reinstate(write, reinstatement));
}

/** Lifts a suspension. Ended sessions stay ended; reinstating twice changes nothing. */
export async function reinstate(
  { tx, emit, clock }: Pick<IdentityWrite, 'tx' | 'emit' | 'clock'>,
  { accountId, reason, actorId }: Reinstatement,
): Promise<accounts.Account> {
  const now = clock.now();
  const account = await accounts.lock(tx, accountId);
  if (!account) throw accountNotFound();
  if (!account.suspendedAt) return account;

  const reinstated = await accounts.setReinstated(tx, account.id, now);
  const changes = [{ field: 'suspended', before: 'true', after: 'false' }];
  await auditLog.append(tx, { actorId, kind: 'USER_UNBANNED', objectId: accountId, changes, reason, now });
  await emit(accountReinstated(reinstated));
  return reinstated;
}

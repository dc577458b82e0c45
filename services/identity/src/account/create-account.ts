import type { Transaction } from '@marquee/service/use-case';
import * as invitedUsers from '../back-office/invited-users.ts';
import { accountCreated, profileChanged } from './account-events.ts';
import * as accounts from './accounts.ts';

/** Makes an account, which ends an invitation by staff. Undefined when the id, the email or the phone is another account's. */
export async function createAccount(
  { tx, emit }: Pick<Transaction, 'tx' | 'emit'>,
  account: accounts.NewAccount,
): Promise<accounts.Account | undefined> {
  const created = await accounts.insert(tx, account);
  if (!created) return undefined;
  await emit(accountCreated(created));
  await emit(profileChanged(created));
  if (created.email) await invitedUsers.remove(tx, created.email);
  return created;
}

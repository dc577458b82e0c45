import type { AccountViewer } from '@marquee/runtime/viewer';
import { accountNotFound } from '../account/account-errors.ts';
import type { Account } from '../account/accounts.ts';
import * as accounts from '../account/accounts.ts';
import type { IdentityResources } from '../resources.ts';

/** The viewer's own account. */
export async function getCurrentUser(
  { prisma }: Pick<IdentityResources, 'prisma'>,
  { accountId }: AccountViewer,
): Promise<Account> {
  const account = await accounts.find(prisma, accountId);
  if (!account) throw accountNotFound();
  return account;
}

import type { AccountViewer } from '@marquee/runtime/viewer';
import { accountNotFound } from '../account/account-errors.ts';
import * as accounts from '../account/accounts.ts';
import type { IdentityResources } from '../resources.ts';
import * as accountClosings from './account-closings.ts';
import { typedOf } from './close-own-account.ts';

export type OwnClosing = { row: accountClosings.AccountClosing | undefined; typed: 'EMAIL' | 'PHONE' };

/** Whether the viewer's account is closing, and what has to be typed to close it. */
export async function getClosing(
  { db, prisma }: Pick<IdentityResources, 'db' | 'prisma'>,
  { accountId }: AccountViewer,
): Promise<OwnClosing> {
  const account = await accounts.find(prisma, accountId);
  if (!account) throw accountNotFound();
  const row = account.closingAt ? await accountClosings.ofAccount(db, accountId) : undefined;
  return { row, typed: typedOf(account) };
}

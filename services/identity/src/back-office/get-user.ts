import { isId } from '@marquee/data/ids';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { Account } from '../account/accounts.ts';
import * as accounts from '../account/accounts.ts';
import * as passkeys from '../passkey/passkeys.ts';
import type { IdentityResources, IdentityWrite } from '../resources.ts';
import { userNotFound } from './back-office-errors.ts';
import { seesAddresses, seesTechnical, shownTo, withoutTechnical } from './staff-rights.ts';

export const accountIdSchema = z.object({ accountId: z.string() });

export type StaffView = {
  account: Account;
  passkeyCount: number;
  addressesMasked: boolean;
  technicalHidden: boolean;
};

type Settings = Pick<IdentityResources, 'settings'>;

/** What this member of staff sees of an account [ADU-08] [ADU-10]. */
function viewOf(resources: Settings, viewer: AccountViewer, account: Account, passkeyCount: number): StaffView {
  const technicalHidden = !seesTechnical(resources, viewer);
  const shown = shownTo(viewer, account);
  return {
    account: technicalHidden ? withoutTechnical(shown) : shown,
    passkeyCount: technicalHidden ? 0 : passkeyCount,
    addressesMasked: !seesAddresses(viewer),
    technicalHidden,
  };
}

/** An account as staff see it [ADU-03]. @throws DomainError NOT_FOUND, USER_NOT_FOUND */
export async function getUser(
  { prisma, settings }: Pick<IdentityResources, 'prisma'> & Settings,
  viewer: AccountViewer,
  { accountId }: z.output<typeof accountIdSchema>,
): Promise<StaffView> {
  const account = isId(accountId) ? await accounts.find(prisma, accountId) : undefined;
  if (!account || account.deletedAt) throw userNotFound();
  const passkeyCount = await prisma.passkey.count({ where: { accountId } });
  return viewOf({ settings }, viewer, account, passkeyCount);
}

/** The account locked for a write. @throws DomainError NOT_FOUND, USER_NOT_FOUND */
export async function lockUser({ tx }: IdentityWrite, accountId: string): Promise<Account> {
  const account = isId(accountId) ? await accounts.lock(tx, accountId) : undefined;
  if (!account || account.deletedAt) throw userNotFound();
  return account;
}

/** What a write answers with. */
export async function staffView(
  { tx, settings }: IdentityWrite,
  viewer: AccountViewer,
  account: Account,
): Promise<StaffView> {
  const passkeyCount = await passkeys.count(tx, account.id);
  return viewOf({ settings }, viewer, account, passkeyCount);
}

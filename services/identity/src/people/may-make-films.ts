import { isId } from '@marquee/data/ids';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as accounts from '../account/accounts.ts';
import type { IdentityResources } from '../resources.ts';

export const mayMakeFilmsSchema = z.object({ accountId: z.string().min(1) });

/** Whether somebody may make films, by what the methods of makers ask of a viewer; nobody may who is suspended or closing. */
export async function mayMakeFilms(
  { prisma }: Pick<IdentityResources, 'prisma'>,
  _viewer: Viewer,
  { accountId }: z.output<typeof mayMakeFilmsSchema>,
): Promise<{ allowed: boolean }> {
  const account = isId(accountId) ? await accounts.find(prisma, accountId) : undefined;
  if (!account || account.suspendedAt || account.closingAt) return { allowed: false };
  return { allowed: account.consumerType === 'ENTERTAINMENT_PRO' || account.roles.length > 0 };
}

import { isId } from '@marquee/data/ids';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { accountNotFound } from '../account/account-errors.ts';
import * as accounts from '../account/accounts.ts';
import type { IdentityResources } from '../resources.ts';

export const getTextAddressSchema = z.object({ accountId: z.string() });

/** Where a person gets text messages, for the service that sends them; empty when they can get none. */
export async function getTextAddress(
  { prisma }: Pick<IdentityResources, 'prisma'>,
  _viewer: Viewer,
  { accountId }: z.output<typeof getTextAddressSchema>,
): Promise<{ phoneNumber: string; language: string }> {
  const account = isId(accountId) ? await accounts.find(prisma, accountId) : undefined;
  if (!account) throw accountNotFound();
  const phoneNumber = (!account.suspendedAt && account.signInPhone) || '';
  return { phoneNumber, language: account.preferredLanguage };
}

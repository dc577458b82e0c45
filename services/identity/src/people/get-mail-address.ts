import { isId } from '@marquee/data/ids';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { accountNotFound } from '../account/account-errors.ts';
import * as accounts from '../account/accounts.ts';
import type { IdentityResources } from '../resources.ts';

export const getMailAddressSchema = z.object({ accountId: z.string() });

/** Where a person gets mail, for the service that sends it, and which address and number are theirs; none where they cannot sign in. */
export async function getMailAddress(
  { prisma }: Pick<IdentityResources, 'prisma'>,
  _viewer: Viewer,
  { accountId }: z.output<typeof getMailAddressSchema>,
): Promise<{ email: string; provenEmail: string; provenPhone: string; firstName: string; language: string }> {
  const account = isId(accountId) ? await accounts.find(prisma, accountId) : undefined;
  if (!account) throw accountNotFound();
  const { firstName, preferredLanguage: language } = account;
  const canSignIn = !account.suspendedAt && !account.closingAt;
  const provenEmail = canSignIn ? (account.email ?? '') : '';
  const provenPhone = canSignIn ? (account.signInPhone ?? '') : '';
  return { email: account.emailBouncedAt ? '' : provenEmail, provenEmail, provenPhone, firstName, language };
}

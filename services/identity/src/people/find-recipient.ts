import { isId } from '@marquee/data/ids';
import { normalizeEmail } from '@marquee/rules/email';
import { normalizePhone } from '@marquee/rules/phone';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as accounts from '../account/accounts.ts';
import * as blocks from '../block/blocks.ts';
import { isShown } from '../profile/profile-rights.ts';
import type { IdentityResources } from '../resources.ts';

export const findRecipientSchema = z
  .object({
    email: z.string().transform(normalizeEmail),
    phoneNumber: z.string().transform((text) => normalizePhone(text)),
    senderId: z.string(),
  })
  .refine(({ email, phoneNumber }) => email !== '' || phoneNumber !== '', { path: ['email'] })
  .refine(({ email, phoneNumber }) => email === '' || phoneNumber === '', { path: ['phoneNumber'] });

/** Who signs in with an address and gets what somebody sends to it; '' for nobody, and where there is a block [SET-08]. */
export async function findRecipient(
  { db, prisma }: Pick<IdentityResources, 'db' | 'prisma'>,
  _viewer: Viewer,
  { email, phoneNumber, senderId }: z.output<typeof findRecipientSchema>,
): Promise<string> {
  const id = await (email ? accounts.idByEmail(db, email) : accounts.idByPhone(db, phoneNumber));
  const account = id ? await accounts.find(prisma, id) : undefined;
  if (!account || !isShown(account)) return '';
  // Who sent it may have closed their account meanwhile.
  const isBlocked = isId(senderId) && (await blocks.isBetween(db, [account.id, senderId]));
  return isBlocked ? '' : account.id;
}

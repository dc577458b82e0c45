import { staffReasonSchema } from '@marquee/rules/back-office';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { putPasskeyLink } from '../passkey/passkey-link.ts';
import type { IdentityResources, IdentityWrite } from '../resources.ts';
import { accountIdSchema, lockUser } from './get-user.ts';

export const createStaffPasskeyLinkSchema = accountIdSchema.extend({
  requestId: z.string(),
  reason: staffReasonSchema,
});
type CreateLink = z.output<typeof createStaffPasskeyLinkSchema>;

/** The token of the link, which is not kept: a repeated request derives the same. */
export async function deriveLinkToken(
  { secrets }: IdentityResources,
  { accountId }: AccountViewer,
  { requestId }: CreateLink,
): Promise<string> {
  return secrets.staffLinkToken(accountId, requestId);
}

/** Makes the link by which a member of staff sets up a passkey, and ends those before it. */
export async function createStaffPasskeyLink(
  write: IdentityWrite,
  viewer: AccountViewer,
  { accountId, reason }: CreateLink,
  token: string,
): Promise<void> {
  const { id } = await lockUser(write, accountId);
  await putPasskeyLink(write, { accountId: id, token, reason, actorId: viewer.accountId });
}

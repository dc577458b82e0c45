import { isId } from '@marquee/data/ids';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { profileNotFound } from '../account/account-errors.ts';
import * as accounts from '../account/accounts.ts';
import { isVisibleTo } from '../profile/profile-rights.ts';
import type { IdentityResources } from '../resources.ts';

export const getProfileSchema = z.object({ profileId: z.string() });

/** A profile as others see it; one that the viewer may not see does not exist for them [PRO-03] [PRO-20]. */
export async function getProfile(
  { prisma }: Pick<IdentityResources, 'prisma'>,
  viewer: Viewer,
  { profileId }: z.output<typeof getProfileSchema>,
): Promise<accounts.Account> {
  const account = isId(profileId) ? await accounts.find(prisma, profileId) : undefined;
  if (!account || !isVisibleTo(viewer, account)) throw profileNotFound();
  return account;
}

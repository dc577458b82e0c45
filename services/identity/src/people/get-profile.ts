import { isId } from '@marquee/data/ids';
import type { Viewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import { profileNotFound } from '../account/account-errors.ts';
import * as accounts from '../account/accounts.ts';
import { isVisibleTo } from '../profile/profile-rights.ts';
import type { IdentityResources } from '../resources.ts';
import { isBlockedFor, type profileIdSchema } from './visible-person.ts';

/** A profile as others see it; one that the viewer may not see does not exist for them [PRO-03] [PRO-20] [SET-08]. */
export async function getProfile(
  { prisma, db, clock }: Pick<IdentityResources, 'prisma' | 'db' | 'clock'>,
  viewer: Viewer,
  { profileId }: z.output<typeof profileIdSchema>,
): Promise<{ account: accounts.Account; now: Date }> {
  const account = isId(profileId) ? await accounts.find(prisma, profileId) : undefined;
  if (!account || !isVisibleTo(viewer, account)) throw profileNotFound();
  if (await isBlockedFor(db, viewer, account.id)) throw profileNotFound();
  return { account, now: clock.now() };
}

import type { Viewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import * as accounts from '../account/accounts.ts';
import * as connections from '../connection/connections.ts';
import * as profileViews from '../profile-view/profile-views.ts';
import type { IdentityResources } from '../resources.ts';
import { type profileIdSchema, requireVisible } from './visible-person.ts';

export type ProfileCounters = { connections: number; referrals: number; profileViews: bigint };

/** What identity counts of a person; credits are counted by film [PRO-16]. */
export async function getProfileCounters(
  { db }: Pick<IdentityResources, 'db'>,
  viewer: Viewer,
  { profileId }: z.output<typeof profileIdSchema>,
): Promise<ProfileCounters> {
  const { id } = await requireVisible(db, viewer, profileId);
  const [connected, referrals, views] = await Promise.all([
    connections.countShown(db, id),
    accounts.countReferrals(db, id),
    profileViews.count(db, id),
  ]);
  return { connections: connected, referrals, profileViews: views };
}

import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { requireStanding, standingOf } from '../organizations/organization-rights.ts';
import * as organizations from '../organizations/organizations.ts';
import type { FestivalResources } from '../resources.ts';
import * as team from './team.ts';

export const festivalIdSchema = z.object({ festivalId: z.string() });

/** The team of an organization, for those who are in it [FES-06]. */
export async function listTeam(
  { db }: FestivalResources,
  viewer: AccountViewer,
  { festivalId }: z.output<typeof festivalIdSchema>,
): Promise<{ members: team.TeamMember[]; canChange: boolean }> {
  const organization = await organizations.get(db, festivalId);
  await requireStanding(db, viewer, organization, 'MANAGER', 'PROGRAMMER', 'DOOR');
  const canChange = (await standingOf(db, viewer, organization)) === 'DIRECTOR';
  return { members: await team.list(db, organization.id), canChange };
}

import { TEAM_MESSAGES, TEAM_ROLES } from '@marquee/rules/organizations';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { shutOutDoorsOf } from '../doors/shut-out-doors-of.ts';
import { endScreeningsOf } from '../judging/end-screenings.ts';
import { requireStanding } from '../organizations/organization-rights.ts';
import * as organizations from '../organizations/organizations.ts';
import type { FestivalWrite } from '../resources.ts';
import { noteTeamChange } from './note-team-change.ts';
import * as team from './team.ts';
import { notMember } from './team-errors.ts';

export const setTeamRoleSchema = z.object({
  ...{ festivalId: z.string(), accountId: z.string() },
  role: z.enum(TEAM_ROLES, TEAM_MESSAGES.role),
});

/** Gives a member of the team, or somebody who is invited, another role [FES-06]. */
export async function setTeamRole(
  write: FestivalWrite,
  viewer: AccountViewer,
  { festivalId, accountId, role }: z.output<typeof setTeamRoleSchema>,
): Promise<team.TeamMember> {
  const { tx } = write;
  const organization = await organizations.lock(tx, festivalId);
  await requireStanding(tx, viewer, organization);
  const member = await team.find(tx, festivalId, accountId);
  if (!member) throw notMember();
  if (member.role === role) return member;
  await team.setRole(tx, festivalId, accountId, role);
  if (role === 'PROGRAMMER') await shutOutDoorsOf(write, viewer, { festivalId, accountId });
  // Who checks tickets watches no submissions.
  if (role === 'DOOR') await endScreeningsOf(write, { accountId, festivalId, callId: null });
  await noteTeamChange(write, organization, viewer, { member, before: member.role, after: role });
  return { ...member, role };
}

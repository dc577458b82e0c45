import { TEAM_LIMITS, TEAM_MESSAGES, TEAM_ROLES } from '@marquee/rules/organizations';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { personUnknown } from '../organizations/organization-errors.ts';
import { requireStanding } from '../organizations/organization-rights.ts';
import * as organizations from '../organizations/organizations.ts';
import * as blocks from '../people/account-blocks.ts';
import * as people from '../people/people.ts';
import type { FestivalWrite } from '../resources.ts';
import { noteTeamChange } from './note-team-change.ts';
import * as team from './team.ts';
import { directsIt, memberAlready, teamFull } from './team-errors.ts';
import { teamMemberInvited } from './team-events.ts';

export const inviteTeamMemberSchema = z.object({
  ...{ festivalId: z.string(), personId: z.string() },
  role: z.enum(TEAM_ROLES, TEAM_MESSAGES.role),
});

/** Asks somebody to work for an organization; only its director decides who does [FES-06]. */
export async function inviteTeamMember(
  write: FestivalWrite,
  viewer: AccountViewer,
  { festivalId, personId: accountId, role }: z.output<typeof inviteTeamMemberSchema>,
): Promise<team.TeamMember> {
  const { tx, clock, emit } = write;
  const organization = await organizations.lock(tx, festivalId);
  await requireStanding(tx, viewer, organization);
  const isUnknown = (await people.unknownAmong(tx, [accountId])).length > 0;
  // Neither of two people reaches the other after a block [SET-08].
  if (isUnknown || (await blocks.isBetween(tx, viewer.accountId, accountId))) throw personUnknown('personId');
  if (accountId === organization.directorId) throw directsIt();
  if (await team.find(tx, festivalId, accountId)) throw memberAlready();
  if ((await team.count(tx, festivalId)) >= TEAM_LIMITS.membersMax) throw teamFull();
  const addedAt = clock.now();
  await team.invite(tx, { festivalId, accountId, role, addedBy: viewer.accountId, addedAt });
  const member = (await team.find(tx, festivalId, accountId)) as team.TeamMember;
  await emit(teamMemberInvited(member));
  await noteTeamChange(write, organization, viewer, { member, before: '', after: `invited as ${role}` });
  return member;
}

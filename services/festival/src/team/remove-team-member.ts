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

export const teamMemberSchema = z.object({ festivalId: z.string(), accountId: z.string() });

/** Takes somebody out of the team, or an invitation back; members leave by themselves [FES-06]. */
export async function removeTeamMember(
  write: FestivalWrite,
  viewer: AccountViewer,
  { festivalId, accountId }: z.output<typeof teamMemberSchema>,
): Promise<void> {
  const { tx } = write;
  const organization = await organizations.lock(tx, festivalId);
  if (accountId !== viewer.accountId) await requireStanding(tx, viewer, organization);
  const member = await team.find(tx, festivalId, accountId);
  if (!member) throw notMember();
  await team.remove(tx, festivalId, accountId);
  await shutOutDoorsOf(write, viewer, { festivalId, accountId });
  await endScreeningsOf(write, { accountId, festivalId, callId: null });
  await noteTeamChange(write, organization, viewer, { member, before: member.role, after: '' });
}

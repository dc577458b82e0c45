import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as organizations from '../organizations/organizations.ts';
import type { FestivalWrite } from '../resources.ts';
import { noteTeamChange } from './note-team-change.ts';
import * as team from './team.ts';
import { invitationGone } from './team-errors.ts';

export const answerTeamInvitationSchema = z.object({ festivalId: z.string(), accept: z.boolean() });

/** Accepts an invitation to a team, or declines it [FES-06]. */
export async function answerTeamInvitation(
  write: FestivalWrite,
  viewer: AccountViewer,
  { festivalId, accept }: z.output<typeof answerTeamInvitationSchema>,
): Promise<void> {
  const { tx, clock } = write;
  const organization = await organizations.lock(tx, festivalId);
  const member = await team.find(tx, festivalId, viewer.accountId);
  if (!member || (member.acceptedAt && !accept)) throw invitationGone();
  if (member.acceptedAt) return;
  if (accept) await team.accept(tx, festivalId, viewer.accountId, clock.now());
  else await team.remove(tx, festivalId, viewer.accountId);
  const after = accept ? member.role : '';
  await noteTeamChange(write, organization, viewer, { member, before: `invited as ${member.role}`, after });
}

import type { AccountViewer } from '@marquee/runtime/viewer';
import * as actions from '../organizations/organization-actions.ts';
import type { Organization } from '../organizations/organizations.ts';
import type { FestivalWrite } from '../resources.ts';
import type { TeamMember } from './team.ts';

type Change = { member: Pick<TeamMember, 'accountId'>; before: string; after: string };

/** Writes into the history of an organization what changed in its team. */
export async function noteTeamChange(
  { tx, clock, touch }: FestivalWrite,
  organization: Pick<Organization, 'id' | 'version'>,
  { accountId: actorId }: AccountViewer,
  { member, before, after }: Change,
): Promise<void> {
  const changes = [{ field: member.accountId, before, after }];
  await actions.append(tx, { festivalId: organization.id, kind: 'TEAM_CHANGED', actorId, changes, now: clock.now() });
  touch('organization', organization);
}

import type { AccountViewer } from '@marquee/runtime/viewer';
import * as organizations from '../organizations/organizations.ts';
import type { FestivalResources } from '../resources.ts';
import * as team from './team.ts';

export type OwnInvitation = {
  organization: organizations.NamedOrganization;
  role: team.TeamRole;
  addedAt: Date;
};

/** What the viewer is invited to and has not answered [FES-06]. */
export async function listOwnTeamInvitations(
  { db }: FestivalResources,
  { accountId }: AccountViewer,
): Promise<OwnInvitation[]> {
  const invitations = await team.invitationsOf(db, accountId);
  const rows = await organizations.getAll(
    db,
    invitations.map(({ festivalId }) => festivalId),
  );
  return invitations.flatMap(({ festivalId, role, addedAt }) => {
    const organization = rows.get(festivalId);
    return organization ? [{ organization, role, addedAt }] : [];
  });
}

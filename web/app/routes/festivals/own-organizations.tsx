import { hasDirectorTalent } from '@marquee/rules/talents';
import { api } from '../../api/context.ts';
import { requireViewer } from '../../api/viewer.ts';
import { organizationView } from '../../features/organizations/organization-view.ts';
import { OWN_PAGE_SIZE, OwnOrganizations } from '../../features/organizations/own-organizations.tsx';
import { invitationViews } from '../../features/organizations/team-invitations.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/own-organizations';

export const meta = () => [{ title: pageTitle(_('My organizations')) }];

export async function loader(args: Route.LoaderArgs) {
  const viewer = requireViewer(args);
  const { organizations, teams } = args.context.get(api);
  const [own, { invitations }] = await Promise.all([
    organizations.listOwnOrganizations({ pageSize: OWN_PAGE_SIZE }),
    teams.listOwnTeamInvitations({}),
  ]);
  return {
    list: { items: own.organizations.map(organizationView), nextCursor: own.nextCursor },
    invitations: invitationViews(invitations),
    mayFound: hasDirectorTalent(viewer.talents) || viewer.roles.length > 0,
  };
}

export default function OwnOrganizationsRoute({ loaderData }: Route.ComponentProps) {
  return <OwnOrganizations {...loaderData} />;
}

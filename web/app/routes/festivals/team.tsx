import { api } from '../../api/context.ts';
import { requireViewer } from '../../api/viewer.ts';
import { getManaged } from '../../features/organizations/get-managed.ts';
import { ManageFrame } from '../../features/organizations/manage-frame.tsx';
import { memberView, TeamPage } from '../../features/organizations/team-page.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/team';

export const meta = () => [{ title: pageTitle(_('Team')) }];

export async function loader(args: Route.LoaderArgs) {
  const { accountId: viewerId } = requireViewer(args);
  const { organization } = await getManaged(args);
  const { members, canChange } = await args.context.get(api).teams.listTeam({ festivalId: organization.id });
  return { organization, members: members.map(memberView), canChange, viewerId };
}

export default function TeamRoute({ loaderData: { organization, ...team } }: Route.ComponentProps) {
  return (
    <ManageFrame organization={organization}>
      <TeamPage festivalId={organization.id} {...team} />
    </ManageFrame>
  );
}

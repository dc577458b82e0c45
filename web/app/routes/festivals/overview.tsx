import { getManaged } from '../../features/organizations/get-managed.ts';
import { ManageFrame } from '../../features/organizations/manage-frame.tsx';
import { OrganizationOverview } from '../../features/organizations/organization-overview.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/overview';

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: pageTitle(loaderData?.organization.name ?? _('My organizations')) },
];

export const loader = (args: Route.LoaderArgs) => getManaged(args);

export default function OverviewRoute({ loaderData: { organization, mayEdit } }: Route.ComponentProps) {
  return (
    <ManageFrame organization={organization}>
      <OrganizationOverview key={organization.id} organization={organization} mayEdit={mayEdit} />
    </ManageFrame>
  );
}

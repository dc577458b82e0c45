import { GetFestivalDashboardResponseSchema } from '@marquee/contracts/festival/v1/dashboard_pb';
import { api } from '../../api/context.ts';
import { packed, usePacked } from '../../api/packed.ts';
import { forbidden } from '../../api/viewer.ts';
import { FestivalDashboard } from '../../features/dashboard/festival-dashboard.tsx';
import { getManaged } from '../../features/organizations/get-managed.ts';
import { ManageFrame } from '../../features/organizations/manage-frame.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/dashboard';

export const meta = () => [{ title: pageTitle(_('Dashboard')) }];

export async function loader(args: Route.LoaderArgs) {
  const { organization } = await getManaged(args);
  if (!organization.seesMoney) throw forbidden();
  const dashboard = await args.context.get(api).dashboards.getFestivalDashboard({ festivalId: organization.id });
  return { organization, dashboard: packed(GetFestivalDashboardResponseSchema, dashboard) };
}

export default function DashboardRoute({ loaderData: { organization, dashboard } }: Route.ComponentProps) {
  const first = usePacked(GetFestivalDashboardResponseSchema, dashboard);
  return (
    <ManageFrame organization={organization}>
      <FestivalDashboard key={organization.id} festivalId={organization.id} first={first} />
    </ManageFrame>
  );
}

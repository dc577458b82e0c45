import { requireViewer } from '../../api/viewer.ts';
import { PlanOffers } from '../../features/plans/plan-offers.tsx';
import { SettingsPage } from '../../features/settings/settings-page.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/plans';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Plans and pricing')) }];

export function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  return null;
}

export default function PlansRoute() {
  return (
    <SettingsPage title={_('Plans and pricing')}>
      <PlanOffers />
    </SettingsPage>
  );
}

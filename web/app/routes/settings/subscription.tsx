import { requireViewer } from '../../api/viewer.ts';
import { SubscriptionScreen } from '../../features/plans/subscription-screen.tsx';
import { SettingsPage } from '../../features/settings/settings-page.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/subscription';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Subscription')) }];

export function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  return null;
}

export default function SubscriptionRoute() {
  return (
    <SettingsPage title={_('Subscription')}>
      <SubscriptionScreen />
    </SettingsPage>
  );
}

import { requireViewer } from '../../api/viewer.ts';
import { SavedCards } from '../../features/payment-methods/saved-cards.tsx';
import { SettingsPage } from '../../features/settings/settings-page.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/payment';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Payment')) }];

export function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  return null;
}

export default function PaymentRoute() {
  return (
    <SettingsPage title={_('Payment')}>
      <SavedCards />
    </SettingsPage>
  );
}

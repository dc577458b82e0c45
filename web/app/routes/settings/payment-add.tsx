import { requireViewer } from '../../api/viewer.ts';
import { AddCard } from '../../features/payment-methods/add-card.tsx';
import { SettingsPage } from '../../features/settings/settings-page.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/payment-add';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Add a way to pay')) }];

export function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  return null;
}

export default function PaymentAddRoute() {
  return (
    <SettingsPage title={_('Add a way to pay')}>
      <AddCard />
    </SettingsPage>
  );
}

import { requireViewer } from '../../api/viewer.ts';
import { Receipts } from '../../features/receipts/receipt-list.tsx';
import { SettingsPage } from '../../features/settings/settings-page.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/receipts';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Receipts')) }];

export function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  return null;
}

export default function ReceiptsRoute() {
  return (
    <SettingsPage title={_('Receipts')}>
      <Receipts />
    </SettingsPage>
  );
}

import { requireViewer } from '../../api/viewer.ts';
import { CoinMovements } from '../../features/coins/coin-movements.tsx';
import { SettingsPage } from '../../features/settings/settings-page.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/coins';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Coins')) }];

export function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  return null;
}

export default function CoinsRoute() {
  return (
    <SettingsPage title={_('Coins')}>
      <CoinMovements />
    </SettingsPage>
  );
}

import { requireViewer } from '../../api/viewer.ts';
import { OwnSessions } from '../../features/passkeys/own-sessions.tsx';
import { PasskeyList } from '../../features/passkeys/passkey-list.tsx';
import { OwnAddresses } from '../../features/settings/own-addresses.tsx';
import { SettingsPage } from '../../features/settings/settings-page.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/account.ts';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Account')) }];

export function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  return null;
}

export default function SettingsAccountRoute() {
  return (
    <SettingsPage title={_('Account')} lead={_('How you sign in, and where you are signed in.')}>
      <OwnAddresses />
      <PasskeyList />
      <OwnSessions />
    </SettingsPage>
  );
}

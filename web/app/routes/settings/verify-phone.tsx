import { requireViewer } from '../../api/viewer.ts';
import { SettingsPage } from '../../features/settings/settings-page.tsx';
import { VerifyNewPhone } from '../../features/settings/verify-new-phone.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/verify-phone';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Confirm your phone number')) }];

export function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  return null;
}

export default function VerifyPhoneRoute() {
  return (
    <SettingsPage title={_('Confirm your phone number')}>
      <VerifyNewPhone />
    </SettingsPage>
  );
}

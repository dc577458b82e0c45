import { requireViewer } from '../../api/viewer.ts';
import { SettingsPage } from '../../features/settings/settings-page.tsx';
import { VerifyNewEmail } from '../../features/settings/verify-new-email.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/verify-email';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Confirm your email')) }];

export function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  return null;
}

export default function VerifyEmailRoute() {
  return (
    <SettingsPage title={_('Confirm your email')}>
      <VerifyNewEmail />
    </SettingsPage>
  );
}

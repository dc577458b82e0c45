import { requireViewer } from '../../api/viewer.ts';
import { SettingsPage } from '../../features/settings/settings-page.tsx';
import { VerifyNewPhone } from '../../features/settings/verify-new-phone.tsx';
import type { Route } from './+types/verify-phone';

export const meta: Route.MetaFunction = () => [{ title: 'Confirm your phone number · Marquee' }];

export function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  return null;
}

export default function VerifyPhoneRoute() {
  return (
    <SettingsPage title="Confirm your phone number">
      <VerifyNewPhone />
    </SettingsPage>
  );
}

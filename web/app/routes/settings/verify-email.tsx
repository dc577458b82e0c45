import { requireViewer } from '../../api/viewer.ts';
import { SettingsPage } from '../../features/settings/settings-page.tsx';
import { VerifyNewEmail } from '../../features/settings/verify-new-email.tsx';
import type { Route } from './+types/verify-email';

export const meta: Route.MetaFunction = () => [{ title: 'Confirm your email · Marquee' }];

export function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  return null;
}

export default function VerifyEmailRoute() {
  return (
    <SettingsPage title="Confirm your email">
      <VerifyNewEmail />
    </SettingsPage>
  );
}

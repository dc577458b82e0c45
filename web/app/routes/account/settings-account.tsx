import { requireViewer } from '../../api/viewer.ts';
import { OwnSessions } from '../../features/passkeys/own-sessions.tsx';
import { PasskeyList } from '../../features/passkeys/passkey-list.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import type { Route } from './+types/settings-account.ts';

export const meta: Route.MetaFunction = () => [{ title: 'Account · Marquee' }];

export function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  return null;
}

export default function SettingsAccountRoute() {
  return (
    <div className="page py-8 md:py-12">
      <div className="grid max-w-3xl gap-12">
        <PageTitle title="Account" lead="How you sign in, and where you are signed in." />
        <PasskeyList />
        <OwnSessions />
      </div>
    </div>
  );
}

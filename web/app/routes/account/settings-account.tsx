import { requireViewer } from '../../api/viewer.ts';
import { OwnSessions } from '../../features/passkeys/own-sessions.tsx';
import { PasskeyList } from '../../features/passkeys/passkey-list.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Section } from '../../ui/section.tsx';
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
        <Section title="Your data">
          <p className="text-ink-muted">
            Download a copy of what we hold about you, or close your account. Both are yours alone to do.
          </p>
          <div className="flex flex-wrap gap-3">
            <LinkButton to="/settings/export">Export my data</LinkButton>
            <LinkButton to="/settings/close-account">Close account</LinkButton>
          </div>
        </Section>
      </div>
    </div>
  );
}

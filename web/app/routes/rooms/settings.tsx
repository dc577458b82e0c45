import { requireViewer } from '../../api/viewer.ts';
import { fullName, useCurrentUser } from '../../layout/current-user.ts';
import { signOut } from '../../layout/sign-out.ts';
import { setTheme, type Theme, themes, useTheme } from '../../layout/theme.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { RadioCards } from '../../ui/choice.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import type { Route } from './+types/settings';

export const meta = () => [{ title: 'Settings · Marquee' }];

export function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  return null;
}

const descriptions: Record<Theme, string> = {
  dark: 'The lights are down.',
  light: 'The foyer by day.',
  system: 'Follows this device.',
};

export default function SettingsRoute() {
  const chosen = useTheme();
  const current = useCurrentUser();
  return (
    <div className="page py-8 md:py-12">
      <div className="grid max-w-3xl gap-12">
        <PageTitle title="Settings" />
        <section className="grid gap-4">
          <h2 className="font-title text-heading">Appearance</h2>
          <RadioCards
            legend="Appearance"
            hideLegend
            name="theme"
            columns={3}
            options={themes.map((theme) => ({ ...theme, description: descriptions[theme.value] }))}
            value={chosen}
            onChange={(event) => setTheme(event.target.value as Theme)}
          />
        </section>
        <section className="grid justify-items-start gap-4">
          <h2 className="font-title text-heading">Help</h2>
          <div className="flex flex-wrap gap-3">
            <LinkButton to="/settings/report-bug">Report a bug</LinkButton>
            <LinkButton to="/settings/feedback">Send feedback</LinkButton>
            <LinkButton to="/faq">FAQ</LinkButton>
          </div>
        </section>
        <section className="grid justify-items-start gap-4">
          <h2 className="font-title text-heading">Account</h2>
          <p className="min-h-6 text-ink-muted">
            {current.state === 'account'
              ? [fullName(current.user), current.user.email || current.user.phone].filter(Boolean).join(', ')
              : null}
          </p>
          <div className="flex flex-wrap gap-3">
            <LinkButton to="/settings/account">Sign-in and passkeys</LinkButton>
            <Button onClick={() => void signOut()}>Sign out</Button>
          </div>
        </section>
      </div>
    </div>
  );
}

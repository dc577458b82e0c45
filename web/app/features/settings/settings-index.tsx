import { ChevronRight } from 'lucide-react';
import { _ } from '../../language/words.ts';
import { fullName, useCurrentUser } from '../../layout/current-user.ts';
import { signOut } from '../../layout/sign-out.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Section } from '../../ui/section.tsx';
import { SETTINGS_GROUPS } from './settings-screens.ts';

/** All screens of the settings, and signing out [SET-01]. */
export function SettingsIndex() {
  const current = useCurrentUser();
  const who =
    current.state === 'account'
      ? [fullName(current.user), current.user.email || current.user.phone].filter(Boolean).join(', ')
      : '';
  return (
    <div className="page py-8 md:py-12">
      <div className="grid max-w-3xl gap-10">
        <PageTitle title={_('Settings')} />
        {SETTINGS_GROUPS.map(({ title, screens }) => (
          <Section key={screens[0]?.path} title={_(title)}>
            <ul className="grid border-line border-t">
              {screens.map(({ path, title: name, line }) => (
                <li key={path} className="border-line border-b">
                  <a href={path} className="group flex min-h-16 items-center gap-4 py-3">
                    <span className="grid min-w-0 grow gap-0.5 sm:grid-cols-[12rem_minmax(0,1fr)] sm:items-baseline sm:gap-6">
                      <span className="font-medium group-hover:text-action-ink">{_(name)}</span>
                      <span className="text-ink-muted text-small">{_(line)}</span>
                    </span>
                    <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-faint rtl:-scale-x-100" />
                  </a>
                </li>
              ))}
            </ul>
          </Section>
        ))}
        <Section title={_('This browser')}>
          {current.state === 'visitor' ? null : (
            <p className="min-h-6 wrap-anywhere text-ink-muted" aria-busy={current.state === 'unknown'}>
              {who}
            </p>
          )}
          <div className="flex flex-wrap gap-3">
            <LinkButton to="/add-account">{_('Add another account')}</LinkButton>
            <Button onClick={() => void signOut()}>{_('Sign out')}</Button>
          </div>
        </Section>
      </div>
    </div>
  );
}

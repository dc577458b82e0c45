import { requireViewer } from '../../api/viewer.ts';
import { LanguageSettings } from '../../features/settings/language-settings.tsx';
import { SettingsPage } from '../../features/settings/settings-page.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/language';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Language')) }];

export function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  return null;
}

export default function LanguageRoute() {
  return (
    <SettingsPage title={_('Language')} lead={_('Of pages, emails and messages, wherever you are signed in.')}>
      <LanguageSettings />
    </SettingsPage>
  );
}

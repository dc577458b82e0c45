import { requireViewer } from '../../api/viewer.ts';
import { SettingsPage } from '../../features/settings/settings-page.tsx';
import { _, type Message, msg } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import { setTheme, type Theme, themes, useTheme } from '../../layout/theme.ts';
import { RadioCards } from '../../ui/choice.tsx';
import type { Route } from './+types/appearance';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Appearance')) }];

export function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  return null;
}

const descriptions: Record<Theme, Message> = {
  dark: msg('The lights are down.'),
  light: msg('The foyer by day.'),
  system: msg('Follows this device.'),
};

/** Holds at once, for all tabs of this browser. */
export default function AppearanceRoute() {
  const chosen = useTheme();
  return (
    <SettingsPage title={_('Appearance')} lead={_('For this browser. It changes at once.')}>
      <RadioCards
        legend={_('Appearance')}
        hideLegend
        name="theme"
        columns={3}
        options={themes.map((theme) => ({
          value: theme.value,
          label: _(theme.label),
          description: _(descriptions[theme.value]),
        }))}
        value={chosen}
        onChange={(event) => setTheme(event.target.value as Theme)}
      />
    </SettingsPage>
  );
}

import { requireViewer } from '../../api/viewer.ts';
import { SettingsPage } from '../../features/settings/settings-page.tsx';
import { setTheme, type Theme, themes, useTheme } from '../../layout/theme.ts';
import { RadioCards } from '../../ui/choice.tsx';
import type { Route } from './+types/appearance';

export const meta: Route.MetaFunction = () => [{ title: 'Appearance · Marquee' }];

export function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  return null;
}

const descriptions: Record<Theme, string> = {
  dark: 'The lights are down.',
  light: 'The foyer by day.',
  system: 'Follows this device.',
};

/** Holds at once, for all tabs of this browser. */
export default function AppearanceRoute() {
  const chosen = useTheme();
  return (
    <SettingsPage title="Appearance" lead="For this browser. It changes at once.">
      <RadioCards
        legend="Appearance"
        hideLegend
        name="theme"
        columns={3}
        options={themes.map((theme) => ({ ...theme, description: descriptions[theme.value] }))}
        value={chosen}
        onChange={(event) => setTheme(event.target.value as Theme)}
      />
    </SettingsPage>
  );
}

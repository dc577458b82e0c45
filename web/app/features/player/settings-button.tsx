import { Settings } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { _ } from '../../language/words.ts';
import { FilmButton } from './film-button.tsx';
import type { SettingsMenuProps } from './settings-menu.tsx';
import { usePlaybackState } from './use-playback-state.ts';

const SettingsMenu = lazy(async () => ({ default: (await import('./settings-menu.tsx')).SettingsMenu }));

/** Opens the settings. Their menu is loaded after the first picture of the film, or when it is asked for. */
export function SettingsButton(props: SettingsMenuProps) {
  const loading = usePlaybackState(props.playback, (state) => state.loading);
  const [asked, setAsked] = useState(false);
  const [wanted, setWanted] = useState(!loading);
  if (!wanted && (!loading || asked)) setWanted(true);
  const button = (
    <FilmButton label={_('Settings')} aria-haspopup="dialog" onClick={() => setAsked(true)}>
      <Settings aria-hidden />
    </FilmButton>
  );
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <SettingsMenu {...props} opensAtOnce={asked} />
    </Suspense>
  );
}

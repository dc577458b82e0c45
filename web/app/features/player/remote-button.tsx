import { Cast } from 'lucide-react';
import { _ } from '../../language/words.ts';
import { FilmButton } from './film-button.tsx';
import type { Playback } from './playback.ts';
import { usePlaybackState } from './use-playback-state.ts';

/** Plays the film on another screen, where the browser has found one. */
export function RemoteButton({ playback }: { playback: Playback }) {
  const remote = usePlaybackState(playback, (state) => state.remote);
  if (remote === 'none') return null;
  const isConnected = remote === 'connected';
  const choose = async () => {
    const failure = await playback.chooseRemoteScreen();
    if (!failure) return;
    const said = {
      NO_SCREEN: _('We found no other screen to play on.'),
      FAILED: _('We could not reach the other screen. The film plays on here.'),
    };
    // The film does not wait for what says this.
    const { toast } = await import('../../ui/toast.ts');
    toast({ message: said[failure], tone: 'danger' });
  };
  return (
    <FilmButton
      label={isConnected ? _('Change or leave the other screen') : _('Play on another screen')}
      aria-pressed={isConnected}
      aria-busy={remote === 'connecting'}
      onClick={() => void choose()}
    >
      <Cast
        aria-hidden
        className={isConnected ? 'text-action' : remote === 'connecting' ? 'motion-safe:animate-pulse' : undefined}
      />
    </FilmButton>
  );
}

/** Says in place of the picture where the film plays. */
export function RemoteNotice({ playback }: { playback: Playback }) {
  const remote = usePlaybackState(playback, (state) => state.remote);
  if (remote !== 'connecting' && remote !== 'connected') return null;
  return (
    <div role="status" className="pointer-events-none absolute inset-0 grid place-items-center">
      <p className="flex items-center gap-3 rounded-panel bg-film/85 px-5 py-4 text-on-film">
        <Cast aria-hidden className="size-6" />
        {remote === 'connecting' ? _('Connecting to the other screen') : _('Playing on the other screen')}
      </p>
    </div>
  );
}

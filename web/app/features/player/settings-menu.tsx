import { Popover } from '@base-ui/react/popover';
import { RATES } from '@marquee/rules/player-settings';
import { Keyboard, Settings } from 'lucide-react';
import { useEffect } from 'react';
import { _ } from '../../language/words.ts';
import { Switch } from '../../ui/switch.tsx';
import { Choices } from './choices.tsx';
import { FilmButton } from './film-button.tsx';
import type { Playback } from './playback.ts';
import { SubtitlesLook } from './subtitles-look.tsx';
import { usePlaybackState } from './use-playback-state.ts';

/** Distance from the button to above the seek bar, including its taller touch size. */
const ABOVE_SEEK_BAR_PX = 56;

export type SettingsMenuProps = {
  playback: Playback;
  container: HTMLElement | null | undefined;
  onShortcuts: () => void;
  onMenuOpen: (open: boolean) => void;
};

/** Quality, speed, audio track and subtitles. */
export function SettingsMenu({
  playback,
  container,
  onShortcuts,
  onMenuOpen,
  opensAtOnce,
}: SettingsMenuProps & { opensAtOnce: boolean }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it opens by itself once, as it appears.
  useEffect(() => {
    if (opensAtOnce) onMenuOpen(true);
  }, []);
  const tracks = usePlaybackState(playback, (state) => state.tracks);
  const rate = usePlaybackState(playback, (state) => state.rate);
  const previews = usePlaybackState(playback, (state) => state.previews);
  const letterKeys = usePlaybackState(playback, (state) => state.letterKeys);
  const playingLabel = tracks.qualities.find(({ height }) => height === tracks.playingHeight)?.label;
  const automatic =
    playingLabel && tracks.quality === undefined ? _('Automatic ({playingLabel})', { playingLabel }) : _('Automatic');
  return (
    <Popover.Root defaultOpen={opensAtOnce} onOpenChange={onMenuOpen}>
      <Popover.Trigger
        render={
          <FilmButton label={_('Settings')}>
            <Settings aria-hidden />
          </FilmButton>
        }
      />
      <Popover.Portal container={container}>
        <Popover.Positioner
          side="top"
          align="end"
          sideOffset={ABOVE_SEEK_BAR_PX}
          collisionPadding={12}
          className="z-20"
        >
          <Popover.Popup
            aria-label={_('Settings of the player')}
            className="grid max-h-[min(28rem,var(--available-height))] w-80 max-w-[calc(100vw-1.5rem)] gap-5 overflow-y-auto overscroll-contain rounded-panel border border-line bg-overlay p-4 text-ink shadow-float outline-none [color-scheme:dark] transition-[opacity,translate] duration-(--quick) data-ending-style:translate-y-1 data-starting-style:translate-y-1 data-ending-style:opacity-0 data-starting-style:opacity-0"
          >
            {tracks.qualities.length > 0 ? (
              <Choices
                legend={_('Quality')}
                value={tracks.quality ?? ''}
                options={[
                  { value: '', label: automatic },
                  ...tracks.qualities.map(({ id, label }) => ({ value: id, label })),
                ]}
                onChange={(value) => playback.chooseQuality(value || undefined)}
              />
            ) : null}
            {playback.isLive ? null : (
              <Choices
                legend={_('Speed')}
                value={String(rate)}
                options={RATES.map((value) => ({
                  value: String(value),
                  label: value === 1 ? _('Normal') : `${value}×`,
                }))}
                onChange={(value) => playback.setRate(Number(value))}
              />
            )}
            {tracks.audio.length > 1 ? (
              <Choices
                legend={_('Audio')}
                value={tracks.audioTrack ?? ''}
                options={tracks.audio.map(({ id, label }) => ({ value: id, label }))}
                onChange={(value) => playback.chooseAudio(value)}
              />
            ) : null}
            {tracks.text.length > 0 ? (
              <>
                <Choices
                  legend={_('Subtitles')}
                  value={tracks.textTrack ?? ''}
                  options={[
                    { value: '', label: _('Off') },
                    ...tracks.text.map(({ id, label }) => ({ value: id, label })),
                  ]}
                  onChange={(value) => playback.chooseText(value || undefined)}
                />
                <SubtitlesLook playback={playback} />
              </>
            ) : null}
            <div className="grid gap-2">
              {playback.isLive ? null : (
                <Switch
                  label={_('Pictures on the seek bar')}
                  checked={previews}
                  onChange={({ currentTarget }) => playback.setSwitch('previews', currentTarget.checked)}
                />
              )}
              <Switch
                label={_('Keys of one letter')}
                hint={_('Turn them off when you speak to your device.')}
                checked={letterKeys}
                onChange={({ currentTarget }) => playback.setSwitch('letterKeys', currentTarget.checked)}
              />
            </div>
            <Popover.Close
              onClick={onShortcuts}
              className="flex min-h-11 items-center gap-3 rounded-control px-2 text-ink-muted text-small hover:bg-raised hover:text-ink pointer-coarse:hidden"
            >
              <Keyboard aria-hidden className="size-5" />
              {_('Keyboard shortcuts')}
            </Popover.Close>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

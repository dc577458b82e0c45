import {
  Captions,
  Maximize,
  Minimize,
  Pause,
  PictureInPicture2,
  Play,
  RotateCcw,
  RotateCw,
  Volume1,
  Volume2,
  VolumeX,
} from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { formatPosition } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { FilmButton } from './film-button.tsx';
import type { Playback } from './playback.ts';
import { RemoteButton } from './remote-button.tsx';
import { SeekBar } from './seek-bar.tsx';
import { SettingsButton } from './settings-button.tsx';
import { usePlaybackState } from './use-playback-state.ts';
import type { Preview } from './use-thumbnails.ts';

/** Loaded after the first picture of a film that has chapters. */
const ChaptersMenu = lazy(async () => ({ default: (await import('./chapters-menu.tsx')).ChaptersMenu }));

type ControlsProps = {
  playback: Playback;
  previewAt: (second: number) => Preview | undefined;
  container: HTMLElement | null | undefined;
  isFullscreen: boolean;
  onFullscreen: () => void;
  onShortcuts: () => void;
  onMenuOpen: (open: boolean) => void;
};

/** The bar at the bottom of the film. */
export function Controls({ playback, previewAt, container, isFullscreen, onFullscreen, ...menu }: ControlsProps) {
  const hasText = usePlaybackState(playback, (state) => state.tracks.text.length > 0);
  const textOn = usePlaybackState(playback, (state) => state.tracks.textTrack !== undefined);
  const hasChapters = usePlaybackState(playback, ({ chapters, loading }) => chapters.length > 0 && !loading);
  return (
    <div className="grid gap-1">
      {playback.isLive ? null : <SeekBar playback={playback} previewAt={previewAt} />}
      <div className="flex items-center gap-1 pointer-coarse:gap-0">
        {playback.isLive ? null : <Moves playback={playback} />}
        <Volume playback={playback} />
        {playback.isLive ? null : <Time playback={playback} />}
        <span className="grow" />
        {hasText ? (
          <FilmButton label={_('Subtitles')} shortcut="C" aria-pressed={textOn} onClick={() => playback.toggleText()}>
            <Captions aria-hidden className={textOn ? 'text-action' : undefined} />
          </FilmButton>
        ) : null}
        {hasChapters && !playback.isLive ? (
          <Suspense>
            <ChaptersMenu playback={playback} container={container} onMenuOpen={menu.onMenuOpen} />
          </Suspense>
        ) : null}
        <SettingsButton playback={playback} container={container} {...menu} />
        {playback.isLive ? null : <RemoteButton playback={playback} />}
        {playback.watermark ? null : <PictureInPictureButton playback={playback} />}
        <FilmButton
          label={isFullscreen ? _('Leave full screen') : _('Full screen')}
          shortcut="F"
          onClick={onFullscreen}
        >
          {isFullscreen ? <Minimize aria-hidden /> : <Maximize aria-hidden />}
        </FilmButton>
      </div>
    </div>
  );
}

/** Pauses and moves the film, for pointers. */
function Moves({ playback }: { playback: Playback }) {
  const playing = usePlaybackState(playback, (state) => state.playing);
  return (
    <>
      <FilmButton
        label={playing ? _('Pause') : _('Play')}
        shortcut="K"
        className="pointer-coarse:hidden"
        onClick={() => playback.togglePlay()}
      >
        {playing ? <Pause aria-hidden className="fill-current" /> : <Play aria-hidden className="fill-current" />}
      </FilmButton>
      <FilmButton
        label={_('Back 10 seconds')}
        shortcut="J"
        className="max-sm:hidden pointer-coarse:hidden"
        onClick={() => playback.seekBy(-10)}
      >
        <Ten icon={RotateCcw} />
      </FilmButton>
      <FilmButton
        label={_('Forward 10 seconds')}
        shortcut="L"
        className="max-sm:hidden pointer-coarse:hidden"
        onClick={() => playback.seekBy(10)}
      >
        <Ten icon={RotateCw} />
      </FilmButton>
    </>
  );
}

function Ten({ icon: Icon }: { icon: typeof RotateCcw }) {
  return (
    <span aria-hidden className="relative grid place-items-center">
      <Icon strokeWidth={1.75} />
      <span className="absolute pt-0.5 font-semibold text-[0.5rem]">10</span>
    </span>
  );
}

function Time({ playback }: { playback: Playback }) {
  const position = usePlaybackState(playback, (state) => Math.floor(state.position));
  const duration = usePlaybackState(playback, (state) => Math.floor(state.duration));
  return (
    <span className="tabular whitespace-nowrap px-2 text-on-film text-small">
      {formatPosition(position * 1000)}
      <span className="text-on-film-muted max-[22rem]:sr-only"> / {formatPosition(duration * 1000)}</span>
    </span>
  );
}

function Volume({ playback }: { playback: Playback }) {
  const muted = usePlaybackState(playback, (state) => state.muted);
  const volume = usePlaybackState(playback, (state) => state.volume);
  const heard = muted ? 0 : volume;
  const Icon = heard === 0 ? VolumeX : heard < 0.5 ? Volume1 : Volume2;
  return (
    <div className="group/volume flex items-center">
      <FilmButton label={muted ? _('Sound on') : _('Sound off')} shortcut="M" onClick={() => playback.toggleMute()}>
        <Icon aria-hidden />
      </FilmButton>
      <div className="relative flex h-11 w-0 items-center overflow-hidden transition-[width] duration-(--steady) focus-within:w-24 group-hover/volume:w-24 pointer-coarse:hidden">
        <span className="pointer-events-none absolute inset-x-2 h-1 overflow-hidden rounded-full bg-on-film/25">
          <span className="absolute inset-y-0 left-0 bg-on-film" style={{ width: `${heard * 100}%` }} />
        </span>
        <span
          aria-hidden
          className="pointer-events-none absolute size-3 -translate-x-1/2 rounded-full bg-on-film"
          style={{ left: `calc(0.5rem + ${heard} * (100% - 1rem))` }}
        />
        <input
          type="range"
          aria-label={_('Volume')}
          aria-valuetext={_('{round} percent', { round: Math.round(heard * 100) })}
          min={0}
          max={100}
          step={5}
          value={Math.round(heard * 100)}
          onChange={(event) => playback.setVolume(Number(event.currentTarget.value) / 100)}
          className="absolute inset-x-0 h-full w-full cursor-pointer opacity-0"
        />
      </div>
    </div>
  );
}

function PictureInPictureButton({ playback }: { playback: Playback }) {
  const active = usePlaybackState(playback, (state) => state.inPictureInPicture);
  const [offered, setOffered] = useState(false);
  useEffect(() => setOffered(document.pictureInPictureEnabled === true), []);
  if (!offered) return null;
  return (
    <FilmButton
      label={active ? _('Leave picture in picture') : _('Picture in picture')}
      shortcut="I"
      className="max-sm:hidden"
      onClick={() => void playback.togglePictureInPicture()}
    >
      <PictureInPicture2 aria-hidden />
    </FilmButton>
  );
}

/** Play and the two jumps in the middle of the film, for fingers. */
export function TouchControls({ playback }: { playback: Playback }) {
  const playing = usePlaybackState(playback, (state) => state.playing);
  return (
    <div className="hidden min-h-0 grow items-center justify-center gap-8 pointer-coarse:flex">
      <FilmButton
        label={_('Back 10 seconds')}
        className="size-14 bg-film/70 pointer-coarse:size-14 [&_svg]:size-7"
        onClick={() => playback.seekBy(-10)}
      >
        <Ten icon={RotateCcw} />
      </FilmButton>
      <FilmButton
        label={playing ? _('Pause') : _('Play')}
        className="size-18 bg-film/70 pointer-coarse:size-18 [&_svg]:size-9"
        onClick={() => playback.togglePlay()}
      >
        {playing ? <Pause aria-hidden className="fill-current" /> : <Play aria-hidden className="fill-current" />}
      </FilmButton>
      <FilmButton
        label={_('Forward 10 seconds')}
        className="size-14 bg-film/70 pointer-coarse:size-14 [&_svg]:size-7"
        onClick={() => playback.seekBy(10)}
      >
        <Ten icon={RotateCw} />
      </FilmButton>
    </div>
  );
}

import { Play } from 'lucide-react';
import { lazy, type MouseEvent, type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { _ } from '../../language/words.ts';
import { classNames } from '../../ui/class-names.ts';
import type { PictureSource } from '../../ui/picture.tsx';
import { Controls, TouchControls } from './controls.tsx';
import type { SignedSource } from './engine.ts';
import { FilmButton } from './film-button.tsx';
import { commandFor, keyPlace, type PlayerCommand } from './keyboard.ts';
import { LoadingStill } from './loading-still.tsx';
import type { Playback } from './playback.ts';
import { PlayerProblem } from './player-problem.tsx';
import { TopBar } from './player-top-bar.tsx';
import { RemoteNotice } from './remote-button.tsx';
import { useFullscreen } from './use-fullscreen.ts';
import { useIdleControls } from './use-idle-controls.ts';
import { useMediaSession } from './use-media-session.ts';
import { usePlaybackState } from './use-playback-state.ts';
import { useThumbnails } from './use-thumbnails.ts';

/** Only over films whose owner asks for it. */
const Watermark = lazy(async () => ({ default: (await import('./watermark.tsx')).Watermark }));

/** Loaded when it is asked for: the film does not wait for dialogs. */
const ShortcutsPanel = lazy(async () => ({ default: (await import('./player-panel.tsx')).ShortcutsPanel }));

export type PlayerProps = {
  playback: Playback;
  source: SignedSource;
  title: string;
  trickplayUrl: string;
  still?: PictureSource;
  filmHref: string;
  watchHref: string;
  /** Watches here, after another device of the account has taken the playback. */
  onTakeOver?: () => void;
  /** Shown over the film, such as the notice of a preview. */
  notice?: ReactNode;
  /** Panels over the film, rendered into the player's element so that full screen shows them. */
  panels?: (container: HTMLElement | null) => ReactNode;
  /** Part of a page that has its own link back, instead of filling the window. */
  framed?: boolean;
  className?: string;
};

/** The film, with controls that appear on interaction. */
export function Player(props: PlayerProps) {
  const { playback, source, title, trickplayUrl, still, filmHref, watchHref, notice, panels, framed, className } =
    props;
  const frame = useRef<HTMLElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const [container, setContainer] = useState<HTMLElement | null>(null);
  const [menuOpen, setMenuOpen] = useState(false);
  const [shortcutsOpen, setShortcutsOpen] = useState(false);
  const [shortcutsAsked, setShortcutsAsked] = useState(false);
  if (shortcutsOpen && !shortcutsAsked) setShortcutsAsked(true);
  const playing = usePlaybackState(playback, (state) => state.playing);
  const problem = usePlaybackState(playback, (state) => state.problem);
  const loading = usePlaybackState(playback, (state) => state.loading);
  const look = usePlaybackState(playback, (state) => state.textLook);
  const { isFullscreen, toggle: toggleFullscreen } = useFullscreen(frame, video, {
    withPageOnly: playback.watermark !== '',
  });
  const controls = useIdleControls(frame, playing && !menuOpen && !shortcutsOpen);
  const previews = usePlaybackState(playback, (state) => state.previews);
  const letterKeys = usePlaybackState(playback, (state) => state.letterKeys);
  const previewAt = useThumbnails(source, previews ? trickplayUrl : '');
  useMediaSession(playback, title, still ? artworkOf(still) : []);

  const generation = usePlaybackState(playback, (state) => state.generation);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each generation has a video element of its own.
  useEffect(() => {
    setContainer(frame.current);
    if (video.current) void playback.attach(video.current);
  }, [playback, generation]);

  const run = (command: PlayerCommand) => {
    controls.wake();
    perform(playback, command, { fullscreen: () => void toggleFullscreen(), shortcuts: () => setShortcutsOpen(true) });
  };
  useKeys(frame, { listening: !shortcutsOpen, letters: letterKeys }, run);
  return (
    <section
      ref={frame}
      tabIndex={-1}
      aria-label={_('Player: {title}', { title })}
      className={classNames(
        'group/player relative isolate overflow-hidden bg-film text-on-film outline-none [color-scheme:dark]',
        !controls.shown && 'cursor-none',
        className,
      )}
    >
      {loading ? <LoadingStill still={still} /> : null}
      {/* biome-ignore lint/a11y/useMediaCaption: subtitles come with the film's own tracks. */}
      <video
        key={generation}
        ref={video}
        playsInline
        preload="auto"
        disablePictureInPicture={playback.watermark !== ''}
        disableRemotePlayback={playback.watermark !== ''}
        aria-label={title}
        data-text-lifted={controls.shown || undefined}
        data-text-size={look.size}
        data-text-colour={look.colour}
        data-text-background={look.background}
        className="absolute inset-0 size-full object-contain"
      />
      {playback.watermark ? (
        <Suspense>
          <Watermark {...{ playback, video, frame }} text={playback.watermark} />
        </Suspense>
      ) : null}
      <FilmSurface playback={playback} controls={controls} onFullscreen={() => void toggleFullscreen()} />
      {problem ? (
        <div className="absolute inset-0 z-10 grid place-items-center bg-film/85">
          <PlayerProblem
            problem={problem}
            filmHref={filmHref}
            watchHref={watchHref}
            onRetry={() => void playback.retry()}
            onTakeOver={props.onTakeOver}
          />
        </div>
      ) : (
        <>
          <Waiting playback={playback} />
          <RemoteNotice playback={playback} />
        </>
      )}
      <div
        className={classNames(
          'pointer-events-none absolute inset-0 z-10 flex flex-col justify-between transition-opacity duration-(--slow)',
          controls.shown ? 'opacity-100' : 'opacity-0',
        )}
      >
        {framed ? null : <TopBar title={title} filmHref={filmHref} notice={notice} live={controls.shown} />}
        {problem ? null : (
          <>
            <div
              className={classNames(
                'flex min-h-0 grow',
                menuOpen && 'invisible',
                controls.shown && '[&_button]:pointer-events-auto',
              )}
            >
              {playback.isLive ? null : <TouchControls playback={playback} />}
            </div>
            <div
              className={classNames(
                'relative px-[max(1rem,env(safe-area-inset-left))] pb-[max(0.5rem,env(safe-area-inset-bottom))] sm:px-6',
                'before:pointer-events-none before:absolute before:inset-x-0 before:-top-16 before:bottom-0 before:-z-10 before:bg-linear-to-t before:from-film/90 before:via-60% before:via-film/60 before:to-transparent',
                controls.shown && 'pointer-events-auto',
              )}
            >
              <Controls
                {...{ playback, previewAt, isFullscreen }}
                // A frame in a page has no room for the menu: there it opens over the page.
                container={framed && !isFullscreen ? undefined : container}
                onFullscreen={() => void toggleFullscreen()}
                onShortcuts={() => setShortcutsOpen(true)}
                onMenuOpen={setMenuOpen}
              />
            </div>
          </>
        )}
      </div>
      {shortcutsAsked ? (
        <Suspense>
          <ShortcutsPanel
            live={playback.isLive}
            open={shortcutsOpen}
            container={container}
            onClose={() => setShortcutsOpen(false)}
          />
        </Suspense>
      ) : null}
      {panels?.(container)}
    </section>
  );
}

/** Keys work while the focus is in the player or on no element. */
function useKeys(
  frame: RefObject<HTMLElement | null>,
  { listening, letters }: { listening: boolean; letters: boolean },
  run: (command: PlayerCommand) => void,
): void {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    if (!listening) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target instanceof HTMLElement ? event.target : document.body;
      const nowhere = target === document.body || target.matches('main, h1[tabindex="-1"]');
      if (event.defaultPrevented || !(nowhere || frame.current?.contains(target))) return;
      const command = commandFor(event, keyPlace(target), letters);
      if (!command) return;
      event.preventDefault();
      latest.current(command);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [frame, listening, letters]);
}

/** The film itself under the pointer: a click plays or pauses, a tap brings the controls, twice is full screen or a jump. */
function FilmSurface({
  playback,
  controls,
  onFullscreen,
}: {
  playback: Playback;
  controls: { shown: boolean; wake: () => void; sleep: () => void };
  onFullscreen: () => void;
}) {
  const lastTap = useRef({ at: 0, side: 0 });
  const pointer = useRef('mouse');
  // As the finger came down: what the browser does before it sends the click, such as moving the focus, may wake them.
  const wereShown = useRef(true);
  // A click and not the finger's rise: the browser sends the click afterwards, to the button that appeared by then.
  const onClick = (event: MouseEvent<HTMLDivElement>) => {
    if (pointer.current === 'mouse') {
      playback.togglePlay();
      return;
    }
    if (playback.isLive) {
      if (wereShown.current) controls.sleep();
      else controls.wake();
      return;
    }
    const box = event.currentTarget.getBoundingClientRect();
    const side = event.clientX < box.left + box.width / 3 ? -1 : event.clientX > box.right - box.width / 3 ? 1 : 0;
    const twice = event.timeStamp - lastTap.current.at < 300 && side !== 0 && side === lastTap.current.side;
    lastTap.current = { at: event.timeStamp, side };
    if (twice) {
      playback.seekBy(side * 10);
      controls.wake();
    } else if (wereShown.current) controls.sleep();
    else controls.wake();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for pointers; the buttons do the same for everybody.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the player's keys do the same.
    <div
      className="absolute inset-0 touch-manipulation"
      onPointerDown={(event) => {
        pointer.current = event.pointerType;
        wereShown.current = controls.shown;
      }}
      // A tap moves no focus: that would show the controls before the click, which then could be one of theirs.
      onMouseDown={(event) => {
        if (pointer.current !== 'mouse') event.preventDefault();
      }}
      onClick={onClick}
      onDoubleClick={() => {
        if (pointer.current === 'mouse') onFullscreen();
      }}
    />
  );
}

function Waiting({ playback }: { playback: Playback }) {
  const loading = usePlaybackState(playback, (state) => state.loading);
  const buffering = usePlaybackState(playback, (state) => state.buffering);
  // A film that is watched in step is paused by the system alone, such as for a call: there is a way back in.
  const isHeld = usePlaybackState(playback, ({ playing, ended }) => playback.isLive && !playing && !ended && !loading);
  const needsGesture = usePlaybackState(playback, (state) => state.needsGesture);
  if (needsGesture || isHeld) {
    return (
      <div
        className={classNames(
          'pointer-events-none absolute inset-0 z-20 grid place-items-center',
          !playback.isLive && 'pointer-coarse:hidden',
        )}
      >
        <FilmButton
          label={_('Play')}
          className="pointer-events-auto size-20 bg-film/60 [&_svg]:size-10"
          onClick={() => void playback.play()}
        >
          <Play aria-hidden className="fill-current" />
        </FilmButton>
      </div>
    );
  }
  if (!loading && !buffering) return null;
  return (
    <div role="status" className="pointer-events-none absolute inset-0 grid place-items-center">
      <span className="size-12 animate-[spin_1s_linear_infinite] rounded-full border-3 border-on-film/25 border-t-on-film motion-reduce:animate-[live_1.6s_infinite]" />
      <span className="sr-only">{loading ? _('The film is loading') : _('Waiting for the film')}</span>
    </div>
  );
}

function perform(
  playback: Playback,
  command: PlayerCommand,
  frame: { fullscreen: () => void; shortcuts: () => void },
): void {
  const { volume, duration } = playback.store.get();
  if (command.do === 'toggle-play') playback.togglePlay();
  else if (command.do === 'seek-by') playback.seekBy(command.seconds);
  else if (command.do === 'seek-to-part') playback.seek(command.part * duration);
  else if (command.do === 'volume-by') playback.setVolume(volume + command.step);
  else if (command.do === 'rate-by') playback.stepRate(command.step);
  else if (command.do === 'chapter-by') playback.goToChapter(command.step);
  else if (command.do === 'mute') playback.toggleMute();
  else if (command.do === 'captions') playback.toggleText();
  else if (command.do === 'picture-in-picture') void playback.togglePictureInPicture();
  else if (command.do === 'fullscreen') frame.fullscreen();
  else frame.shortcuts();
}

function artworkOf(still: PictureSource) {
  return still.widths.map((width) => ({
    src: `${still.uri}/${width}.jpg`,
    sizes: `${width}x${Math.round((width * 9) / 16)}`,
    type: 'image/jpeg',
  }));
}

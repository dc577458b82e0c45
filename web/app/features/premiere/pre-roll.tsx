import { Play, Volume2, VolumeX } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { _ } from '../../language/words.ts';
import type { PictureSource } from '../../ui/picture.tsx';
import { FilmButton } from '../player/film-button.tsx';
import { LoadingStill } from '../player/loading-still.tsx';
import { keepSound, keptSound } from '../player/viewer-choices.ts';
import { Follow, LOOK_EVERY_MS } from './follow.ts';

type Props = {
  uri: string;
  /** Its length, after which the film follows whatever happened to it. */
  lengthS: number;
  still?: PictureSource | undefined;
  /** Where it should be, for what everybody sees at the same time. Left out, it plays from its beginning. */
  live?: () => number;
  /** Has ended, failed, or lasted for as long as it was said to; how much of it was shown. */
  onOver?: (playedMs: number) => void;
};

/** What an event shows before its films [WAT-05]. A video that cannot be shown leaves the still until the film. */
export function PreRoll({ uri, lengthS, still, live, onOver }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const over = useRef(onOver);
  over.current = onOver;
  const [state, setState] = useState({ shown: false, failed: false, needsGesture: false, muted: false });

  useEffect(() => {
    const element = video.current;
    if (!element) return;
    const change = (part: Partial<typeof state>) => setState((now) => ({ ...now, ...part }));
    const listening = new AbortController();
    const { signal } = listening;
    const on = (name: string, act: () => void) => element.addEventListener(name, act, { signal });
    const end = () => {
      if (signal.aborted) return;
      listening.abort();
      over.current?.(Math.round(Math.min(element.currentTime, lengthS) * 1_000));
    };
    const { volume, muted } = keptSound(localStorage);
    Object.assign(element, { volume, muted });
    change({ muted });
    on('playing', () => change({ shown: true, needsGesture: false }));
    on('volumechange', () => {
      change({ muted: element.muted });
      keepSound(localStorage, { volume: element.volume, muted: element.muted });
    });
    on('timeupdate', () => element.currentTime >= lengthS && end());
    on('ended', end);
    on('error', () => {
      change({ failed: true });
      end();
    });
    element.src = uri;
    if (live) element.currentTime = live();
    element.play().catch((cause: unknown) => {
      if (!signal.aborted && cause instanceof DOMException && cause.name === 'NotAllowedError') {
        change({ needsGesture: true });
      }
    });
    const follow = live && new Follow(steeredVideo(element), live);
    const timer = setInterval(() => follow?.look(), LOOK_EVERY_MS);
    // One that never begins ends by the clock.
    const late = live
      ? undefined
      : setTimeout(() => element.currentTime === 0 && !element.paused && end(), STARTS_WITHIN_MS);
    return () => {
      listening.abort();
      clearInterval(timer);
      clearTimeout(late);
      element.removeAttribute('src');
      element.load();
    };
  }, [uri, lengthS, live]);

  return (
    <section
      aria-label={_('Before the film')}
      className="relative isolate size-full overflow-hidden bg-film text-on-film [color-scheme:dark]"
    >
      {state.shown && !state.failed ? null : <LoadingStill still={still} />}
      {/* biome-ignore lint/a11y/useMediaCaption: pre-rolls come without captions. */}
      <video
        ref={video}
        playsInline
        preload="auto"
        aria-label={_('Before the film')}
        className="absolute inset-0 size-full object-contain"
      />
      {state.needsGesture ? (
        <div className="absolute inset-0 grid place-items-center">
          <FilmButton
            label={_('Play')}
            className="size-20 bg-film/60 [&_svg]:size-10"
            onClick={() => void video.current?.play()}
          >
            <Play aria-hidden className="fill-current" />
          </FilmButton>
        </div>
      ) : null}
      <div className="absolute inset-x-0 bottom-0 flex items-center gap-2 bg-linear-to-t from-film/80 to-transparent p-3 pt-12">
        <FilmButton
          label={state.muted ? _('Sound on') : _('Sound off')}
          onClick={() => {
            if (video.current) video.current.muted = !video.current.muted;
          }}
        >
          {state.muted ? <VolumeX aria-hidden /> : <Volume2 aria-hidden />}
        </FilmButton>
        <p className="text-small">{_('The film follows.')}</p>
      </div>
    </section>
  );
}

/** A pre-roll that has not begun by then is left out. */
const STARTS_WITHIN_MS = 6_000;

function steeredVideo(element: HTMLVideoElement) {
  const isPlaying = () => !element.paused && !element.seeking && !element.ended && element.readyState >= 3;
  return {
    position: () => element.currentTime,
    isPlaying,
    isStalled: () => !element.paused && !element.seeking && element.readyState < 3,
    rate: () => element.playbackRate,
    pace: (rate: number) => {
      element.playbackRate = rate;
    },
    jump: (second: number) => {
      if (!Number.isFinite(element.duration) || second < element.duration) element.currentTime = second;
    },
  };
}

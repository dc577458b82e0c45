import { Component, lazy, type ReactNode, Suspense, useEffect } from 'react';
import { _ } from '../../../language/words.ts';
import type { PictureSource } from '../../../ui/picture.tsx';
import { LoadingStill } from '../loading-still.tsx';
import type { Playback } from '../playback.ts';
import { TopBar } from '../player-top-bar.tsx';
import { usePlaybackState } from '../use-playback-state.ts';

/** Read only where ads play. A script that does not arrive, as where ads are blocked, leaves the film. */
const AdBreak = lazy(() =>
  import('./ad-break.tsx').then(
    (module) => ({ default: module.AdBreak }),
    () => ({ default: NoAds }),
  ),
);

type Props = {
  film: { title: string; still?: PictureSource };
  filmHref: string;
  playback: Playback;
  tagUrl: string;
  /** The ads have ended, failed or were skipped. */
  onOver: () => void;
};

/** What plays before the film, in the whole window [WAT-11]. */
export function FilmAds({ film, filmHref, playback, tagUrl, onOver }: Props) {
  // The right to the film may end meanwhile, which the player says.
  const problem = usePlaybackState(playback, (state) => state.problem);
  useEffect(() => {
    if (problem) onOver();
  }, [problem, onOver]);
  return (
    <div className="relative isolate h-dvh overflow-hidden bg-film text-on-film [color-scheme:dark]">
      <h1 tabIndex={-1} className="sr-only">
        {film.title}
      </h1>
      <AdBoundary onFailed={onOver}>
        <Suspense fallback={<AdsLoading still={film.still} />}>
          <AdBreak tagUrl={tagUrl} loading={<AdsLoading still={film.still} />} onOver={onOver} />
        </Suspense>
      </AdBoundary>
      <div className="absolute inset-x-0 top-0">
        <TopBar title={film.title} filmHref={filmHref} live />
      </div>
    </div>
  );
}

function AdsLoading({ still }: { still: PictureSource | undefined }) {
  return (
    <>
      <LoadingStill still={still} />
      <div role="status" className="absolute inset-0 grid place-items-center">
        <span className="size-12 animate-[spin_1s_linear_infinite] rounded-full border-3 border-on-film/25 border-t-on-film motion-reduce:animate-[live_1.6s_infinite]" />
        <span className="sr-only">{_('The film is loading')}</span>
      </div>
    </>
  );
}

function NoAds({ onOver }: { onOver: () => void }) {
  useEffect(onOver, [onOver]);
  return null;
}

/** An ad that cannot be shown leaves the film too. */
class AdBoundary extends Component<{ onFailed: () => void; children: ReactNode }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch() {
    this.props.onFailed();
  }

  override render() {
    return this.state.failed ? null : this.props.children;
  }
}

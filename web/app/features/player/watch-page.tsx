import { Eye } from 'lucide-react';
import { lazy, Suspense, useCallback, useState } from 'react';
import { Navigate } from 'react-router';
import { Trans } from '../../language/trans.tsx';
import { _ } from '../../language/words.ts';
import { useTopic } from '../../realtime/use-topic.ts';
import { type FilmView, isOpenToAll } from '../film/film-view.ts';
import { FilmAds } from './ads/film-ads.tsx';
import { LoadingStill } from './loading-still.tsx';
import { Player } from './player.tsx';
import { PlayerProblem } from './player-problem.tsx';
import { TopBar } from './player-top-bar.tsx';
import { useUnlock } from './use-unlock.ts';
import { useWatch } from './use-watch.ts';

/** Shown and asked at the end: links and forms are not among what the film waits for. */
const AfterFilm = lazy(async () => ({ default: (await import('./after-film.tsx')).AfterFilm }));
const RatingPrompt = lazy(async () => ({ default: (await import('./rating-prompt.tsx')).RatingPrompt }));

/** Only where an event shows something first. */
const PreRoll = lazy(async () => ({ default: (await import('../premiere/pre-roll.tsx')).PreRoll }));

export type WatchPageFilm = Pick<
  FilmView,
  'id' | 'title' | 'directors' | 'festival' | 'still' | 'isPublic' | 'screeningAt'
>;

/** The watch screen: the film in the whole window. */
export function WatchPage({ film, back }: { film: WatchPageFilm; back?: string }) {
  const { state, tryAgain, takeOver } = useWatch(film.id);
  const [asked, setAsked] = useState(false);
  const [rated, setRated] = useState(false);
  const [closed, setClosed] = useState(false);
  // The film ends with the sign-in, and with a playback on another device: the heartbeat says so.
  useTopic('account', undefined, () => (state.step === 'watching' ? state.watching.beat() : undefined));
  const [adsOver, setAdsOver] = useState(false);
  const endAds = useCallback(() => setAdsOver(true), []);
  const [preRollOver, setPreRollOver] = useState(false);
  const unlock = useUnlock(film.id, tryAgain);
  // Who judges a film comes from its sheet, and goes back there.
  const filmHref = back ?? `/feed/${film.id}`;
  const watchHref = `${filmHref}/watch`;

  if (state.step === 'refused' && state.problem.reason === 'PREMIERE_RUNNING') {
    return <Navigate to={`/feed/${film.id}/premiere`} replace />;
  }
  if (state.step !== 'watching') {
    return (
      <div className="relative isolate grid h-dvh place-items-center overflow-hidden bg-film text-on-film [color-scheme:dark]">
        <LoadingStill still={film.still} />
        <div className="absolute inset-x-0 top-0">
          <TopBar title={film.title} filmHref={filmHref} live />
        </div>
        <h1 tabIndex={-1} className="sr-only">
          {film.title}
        </h1>
        {state.step === 'starting' ? (
          <div
            role="status"
            className="size-12 animate-[spin_1s_linear_infinite] rounded-full border-3 border-on-film/25 border-t-on-film"
          >
            <span className="sr-only">{_('The film is loading')}</span>
          </div>
        ) : (
          <PlayerProblem
            problem={state.problem}
            {...{ filmHref, watchHref }}
            onRetry={tryAgain}
            onTakeOver={takeOver}
            unlock={unlock}
          />
        )}
      </div>
    );
  }
  const { playback, source, started, preRollShown } = state.watching;
  if (started.adTagUrl && !adsOver) {
    return <FilmAds {...{ film, filmHref, playback }} tagUrl={started.adTagUrl} onOver={endAds} />;
  }
  if (started.preRollVideoUri && !preRollOver) {
    return (
      <div className="relative h-dvh">
        <h1 tabIndex={-1} className="sr-only">
          {film.title}
        </h1>
        <Suspense>
          <PreRoll
            uri={started.preRollVideoUri}
            lengthS={started.preRollDuration}
            still={film.still}
            onOver={(shownMs) => {
              preRollShown(shownMs);
              setPreRollOver(true);
            }}
          />
        </Suspense>
        <div className="absolute inset-x-0 top-0 text-on-film">
          <TopBar title={film.title} filmHref={filmHref} live />
        </div>
      </div>
    );
  }
  const mayRate = !started.rated && !rated && !started.access?.preview;
  const ask = state.finished && mayRate && !asked;
  return (
    <>
      <h1 tabIndex={-1} className="sr-only">
        {film.title}
      </h1>
      <Player
        {...{ playback, source, filmHref, watchHref }}
        title={film.title}
        trickplayUrl={started.trickplayUrl}
        still={film.still}
        onTakeOver={takeOver}
        className="h-dvh w-full"
        notice={
          started.access?.preview && (started.access.past !== '' || !isOpenToAll(film)) ? <PreviewNotice /> : null
        }
        panels={(container) =>
          ask ? (
            <Suspense>
              <RatingPrompt
                filmId={film.id}
                title={film.title}
                container={container}
                onDone={(isRated) => {
                  setAsked(true);
                  setRated(isRated);
                }}
              />
            </Suspense>
          ) : closed || back || !state.finished ? null : (
            <Suspense>
              <AfterFilm
                {...{ film, playback, container, mayRate }}
                isPreview={started.access?.preview === true}
                onRate={() => setAsked(false)}
                onClose={() => setClosed(true)}
              />
            </Suspense>
          )
        }
      />
    </>
  );
}

/** Tells owners and staff that others cannot watch this film now [WAT-16]. */
function PreviewNotice() {
  return (
    <p className="flex min-h-9 items-center gap-2 rounded-full bg-warn-wash px-3.5 text-small text-warn-ink">
      <Eye aria-hidden className="size-4 shrink-0" />
      <span>
        <Trans
          id="Preview<0>: you see this film past its region and window</0>"
          components={{ 0: <span className="max-sm:sr-only" /> }}
        />
      </span>
    </p>
  );
}

import { _ } from '../../language/words.ts';
import { buttonClass } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { LoadingStill } from '../player/loading-still.tsx';
import { Player } from '../player/player.tsx';
import { PlayerProblem } from '../player/player-problem.tsx';
import { useTrailer } from '../player/use-trailer.ts';
import { AfterTrailer, type AfterTrailerFilm } from './after-trailer.tsx';
import { filmCrumbs } from './film-crumbs.ts';
import { type FilmHead, type FilmView, filmPath } from './film-view.ts';

type TrailerFilm = FilmHead & AfterTrailerFilm & Pick<FilmView, 'still' | 'logLine'>;

/** Plays the trailer, for visitors too [FLM-03], and leads on to the film. */
export function TrailerPage({ film }: { film: TrailerFilm }) {
  const { state, tryAgain } = useTrailer(film.id);
  const filmHref = filmPath(film);
  const frame = 'aspect-video w-full rounded-panel bg-film max-sm:-mx-(--gutter) max-sm:w-auto max-sm:rounded-none';
  return (
    <div className="page pt-6">
      {/* As wide as the picture is when all of it is in view. */}
      <div className="grid max-w-[max(20rem,calc(74dvh*16/9))] gap-6">
        <PageTitle
          title={_('Trailer')}
          lead={film.title}
          crumbs={filmCrumbs(film)}
          actions={
            <a href={filmHref} className={buttonClass('secondary')}>
              {_('See the film')}
            </a>
          }
        />
        {state.step === 'watching' ? (
          <Player
            playback={state.playback}
            source={state.source}
            title={film.title}
            trickplayUrl={state.trickplayUrl}
            still={film.still}
            filmHref={filmHref}
            watchHref={filmPath(film, 'trailer')}
            framed
            className={frame}
          />
        ) : (
          <div
            className={`relative isolate grid place-items-center overflow-hidden text-on-film [color-scheme:dark] ${frame}`}
          >
            <LoadingStill still={film.still} />
            {state.step === 'refused' ? (
              <PlayerProblem
                problem={state.problem}
                filmHref={filmHref}
                watchHref={filmPath(film, 'trailer')}
                onRetry={tryAgain}
              />
            ) : (
              <div role="status">
                <span className="sr-only">{_('The trailer is loading')}</span>
              </div>
            )}
          </div>
        )}
        <AfterTrailer film={film} />
        {film.logLine ? <p className="max-w-2xl text-ink-muted">{film.logLine}</p> : null}
      </div>
    </div>
  );
}

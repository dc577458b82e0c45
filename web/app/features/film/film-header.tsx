import { Star } from 'lucide-react';
import { Laurel } from '../../ui/laurel.tsx';
import { Still, WHOLE_WIDTH } from '../../ui/picture.tsx';
import { titleClass } from '../../ui/title-class.ts';
import { DirectedBy } from './directed-by.tsx';
import { FilmActions } from './film-actions.tsx';
import { type FilmView, filmPath } from './film-view.ts';
import { PrimaryAction } from './primary-action.tsx';
import { ScreeningDate } from './screening-date.tsx';
import type { useFilmAccess } from './use-film-access.ts';

/** The still, the title block and the one action. The ground is dark in both themes: it belongs to the picture. */
export function FilmHeader({
  film,
  access,
  change,
  onRetry,
}: { film: FilmView; onRetry: () => void } & Pick<ReturnType<typeof useFilmAccess>, 'access' | 'change'>) {
  return (
    <header className="relative isolate overflow-hidden bg-film text-on-film [color-scheme:dark]">
      <div className="md:absolute md:inset-0 md:-z-10">
        <Still
          source={film.still ?? film.poster}
          alt=""
          fallback={<span />}
          sizes={WHOLE_WIDTH}
          priority
          className="rounded-none! md:aspect-auto! md:h-full md:object-[50%_30%]"
        />
        <div className="absolute inset-0 hidden bg-linear-to-r from-film via-film/60 to-film/5 md:block" />
        <div className="absolute inset-0 hidden bg-linear-to-t from-film to-transparent to-55% md:block" />
      </div>
      <div className="page grid content-end gap-5 pt-5 pb-8 md:min-h-[min(72dvh,42rem)] md:pt-28 md:pb-12">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-on-film-muted text-small">
          {film.isWinner ? (
            <span className="inline-flex items-center gap-1.5 font-medium text-on-film">
              <Laurel className="size-5" />
              Festival winner
            </span>
          ) : null}
          {film.release ? <span>{film.release}</span> : null}
          {film.screeningAt ? <ScreeningDate iso={film.screeningAt} /> : null}
        </p>
        <h1 tabIndex={-1} className={titleClass(film.title)}>
          {film.title}
        </h1>
        <DirectedBy directors={film.directors} />
        <Facts film={film} />
        {film.logLine ? <p className="max-w-2xl text-lead">{film.logLine}</p> : null}
        <div className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-3">
          <PrimaryAction film={film} access={access} onRetry={onRetry} />
          <FilmActions film={film} access={access} change={change} />
        </div>
      </div>
    </header>
  );
}

/** The facts that decide an evening, in one row. */
function Facts({ film }: { film: FilmView }) {
  const facts = [film.year, film.length, film.country, film.genres.slice(0, 3).join(', ')].filter(Boolean);
  return (
    <ul className="flex flex-wrap items-center gap-x-4 gap-y-1.5 text-on-film-muted text-small">
      {film.ratingCount > 0 ? (
        <li className="inline-flex items-center gap-1.5 font-medium text-on-film">
          <Star aria-hidden className="size-4 fill-action text-action" />
          <span className="tabular">{film.userRating.toFixed(1)}</span>
          <span className="sr-only">out of 5</span>
          <a
            href={filmPath(film, 'comments')}
            className="font-normal text-on-film-muted hover:text-on-film hover:underline"
          >
            {film.ratingCount === 1 ? '1 rating' : `${film.ratingCount.toLocaleString('en')} ratings`}
          </a>
        </li>
      ) : null}
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
      {film.rating ? (
        <li className="rounded-[4px] border border-on-film-muted px-1.5 text-caption">
          <span className="sr-only">Age rating </span>
          {film.rating}
        </li>
      ) : null}
    </ul>
  );
}

import { Star } from 'lucide-react';
import { formatFixed } from '../../language/format.ts';
import { _, worded } from '../../language/words.ts';
import { Laurel } from '../../ui/laurel.tsx';
import { Still, WHOLE_WIDTH } from '../../ui/picture.tsx';
import { titleClass } from '../../ui/title-class.ts';
import { CalendarLink } from './add-to-calendar.tsx';
import { AvailabilityLine } from './availability-line.tsx';
import { DirectedBy } from './directed-by.tsx';
import { FilmActions } from './film-actions.tsx';
import { type FilmView, filmPath } from './film-view.ts';
import { PrimaryAction } from './primary-action.tsx';
import { ScreeningDate } from './screening-date.tsx';
import type { useFilmAccess } from './use-film-access.ts';

const linkClass = 'text-ink underline underline-offset-4 pointer-coarse:py-3';

/** The still, the title block and the one action. On wide screens the text stands on the picture, which is dark in both themes. */
export function FilmHeader({
  film,
  access,
  change,
  onRetry,
}: { film: FilmView; onRetry: () => void } & Pick<ReturnType<typeof useFilmAccess>, 'access' | 'change'>) {
  return (
    <header className="relative isolate overflow-hidden lg:bg-film lg:[color-scheme:dark]">
      <div className="lg:absolute lg:inset-0 lg:-z-10">
        <Still
          source={film.still ?? film.poster}
          alt=""
          fallback={<span />}
          sizes={WHOLE_WIDTH}
          priority
          className="rounded-none! lg:aspect-auto! lg:h-full lg:object-[50%_30%]"
        />
      </div>
      <div className="page grid content-end justify-items-start pt-5 pb-8 lg:min-h-[min(72dvh,42rem)] lg:pt-28 lg:pb-12">
        <div className="grid w-full gap-5 text-ink lg:over-picture lg:w-auto lg:max-w-3xl">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-muted text-small">
            {film.isWinner ? (
              <span className="inline-flex items-center gap-1.5 font-medium text-ink">
                <Laurel className="size-5" />
                {_('Festival winner')}
              </span>
            ) : null}
            {film.release ? <span>{film.release}</span> : null}
            {film.screeningAt ? <ScreeningDate iso={film.screeningAt} /> : null}
            {film.startsLater ? (
              <>
                <a href={filmPath(film, 'premiere')} className={linkClass}>
                  {_('Go to the premiere')}
                </a>
                <CalendarLink filmId={film.id} className={linkClass} />
              </>
            ) : null}
            {film.availableFrom || film.availableUntil ? (
              <span>
                <AvailabilityLine film={film} />
              </span>
            ) : null}
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
      </div>
    </header>
  );
}

/** The facts that decide an evening, in one row. */
function Facts({ film }: { film: FilmView }) {
  const facts = [film.year, film.length, film.country, film.genres.slice(0, 3).map(worded).join(', ')].filter(Boolean);
  return (
    <ul className="flex flex-wrap items-center gap-x-4 gap-y-1.5 text-ink-muted text-small">
      {film.ratingCount > 0 ? (
        <li className="inline-flex items-center gap-1.5 font-medium text-ink">
          <Star aria-hidden className="size-4 fill-action text-action" />
          <span className="tabular">{formatFixed(film.userRating, 1)}</span>
          <span className="sr-only">{_('out of 5')}</span>
          <a
            href={filmPath(film, 'comments')}
            className="touch font-normal text-ink-muted hover:text-ink hover:underline"
          >
            {_('{count, plural, one {# rating} other {# ratings}}', { count: film.ratingCount })}
          </a>
        </li>
      ) : null}
      {/* Never last, where it would wrap alone. */}
      {film.rating ? (
        <li className="rounded-[4px] border border-ink-muted px-1.5 text-caption">
          <span className="sr-only">{_('Age rating')} </span>
          {film.rating}
        </li>
      ) : null}
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  );
}

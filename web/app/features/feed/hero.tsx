import { buttonClass } from '../../ui/button.tsx';
import { Still, WHOLE_WIDTH } from '../../ui/picture.tsx';
import { titleClass } from '../../ui/title-class.ts';
import type { HeroView } from './card-view.ts';

/** One film, large: its still and one line. */
export function Hero({ film }: { film: HeroView }) {
  return (
    <section
      aria-labelledby="hero"
      className="relative isolate overflow-hidden bg-film text-on-film [color-scheme:dark]"
    >
      <div className="md:absolute md:inset-0 md:-z-10">
        <Still
          source={film.still}
          alt=""
          sizes={WHOLE_WIDTH}
          priority
          className="rounded-none! md:aspect-auto! md:h-full md:object-[50%_30%]"
        />
        <div className="absolute inset-0 hidden bg-linear-to-r from-film via-film/55 to-transparent md:block" />
        <div className="absolute inset-0 hidden bg-linear-to-t from-film/90 to-transparent to-45% md:block" />
      </div>
      <div className="page grid content-end gap-4 pt-5 pb-8 md:min-h-[min(76dvh,44rem)] md:gap-5 md:pt-24 md:pb-14">
        <h1 id="hero" tabIndex={-1} className={titleClass(film.title)}>
          <a href={`/feed/${film.id}`} className="hover:underline hover:decoration-1 hover:underline-offset-8">
            {film.title}
          </a>
        </h1>
        {film.directors ? (
          <p className="text-lead">
            <span className="text-on-film-muted">Directed by </span>
            {film.directors}
          </p>
        ) : null}
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-on-film-muted text-small">
          <span>{[film.facts, ...film.genres].filter(Boolean).join(' · ')}</span>
          {film.rating ? (
            <span className="rounded-[4px] border border-on-film-muted px-1.5 text-caption">
              <span className="sr-only">Age rating </span>
              {film.rating}
            </span>
          ) : null}
        </p>
        {film.logLine ? <p className="line-clamp-3 max-w-xl text-lead text-on-film">{film.logLine}</p> : null}
        <div className="mt-2 flex flex-wrap gap-3">
          <a href={`/feed/${film.id}`} className={buttonClass('primary', 'large')}>
            See the film
          </a>
          <a href="/films" className={buttonClass('secondary', 'large')}>
            All films
          </a>
        </div>
      </div>
    </section>
  );
}

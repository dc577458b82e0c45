import { _ } from '../../language/words.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Still, WHOLE_WIDTH } from '../../ui/picture.tsx';
import { titleClass } from '../../ui/title-class.ts';
import type { HeroView } from './card-view.ts';
import { HeroAction } from './hero-action.tsx';

/** One film, large: its still, one line, and what this viewer can do with it. */
export function Hero({ film }: { film: HeroView }) {
  return (
    <section aria-labelledby="hero" className="relative isolate overflow-hidden lg:bg-film lg:[color-scheme:dark]">
      <div className="lg:absolute lg:inset-0 lg:-z-10">
        <Still
          source={film.still}
          alt=""
          sizes={WHOLE_WIDTH}
          priority
          className="rounded-none! lg:aspect-auto! lg:h-full lg:object-[50%_30%]"
        />
      </div>
      <div className="page grid content-end justify-items-start pt-5 pb-8 lg:min-h-[min(76dvh,44rem)] lg:pt-24 lg:pb-14">
        <div className="grid w-full gap-4 text-ink lg:over-picture lg:w-auto lg:max-w-3xl lg:gap-5">
          <h1 id="hero" tabIndex={-1} className={titleClass(film.title)}>
            <a href={`/feed/${film.id}`} className="hover:underline hover:decoration-1 hover:underline-offset-8">
              {film.title}
            </a>
          </h1>
          {film.directors ? (
            <p className="text-lead">
              <span className="text-ink-muted">{_('Directed by')} </span>
              {film.directors}
            </p>
          ) : null}
          <p className="text-balance text-ink-muted text-small">
            {/* Not last, where it would wrap alone; and no line begins with a dot. */}
            {film.rating ? (
              <>
                <span className="me-1.5 inline-block rounded-[4px] border border-ink-muted px-1.5 text-caption">
                  <span className="sr-only">{_('Age rating')} </span>
                  {film.rating}
                </span>{' '}
              </>
            ) : null}
            {[film.facts, ...film.genres].filter(Boolean).join(' · ').replaceAll(' · ', '\u00a0· ')}
          </p>
          {film.logLine ? <p className="line-clamp-3 max-w-xl text-lead">{film.logLine}</p> : null}
          <div className="mt-2 flex flex-wrap items-center gap-3">
            <HeroAction film={film} />
            <a href={`/feed/${film.id}`} className={buttonClass('secondary', 'large', 'max-sm:w-full')}>
              {_('See the film')}
            </a>
          </div>
        </div>
      </div>
    </section>
  );
}

import type { ReactNode } from 'react';
import { formatCount } from '../../language/format.ts';
import { _, worded } from '../../language/words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Poster } from '../../ui/picture.tsx';
import type { FilmView } from './film-view.ts';
import { ScreeningDate } from './screening-date.tsx';

/** The poster and everything else that is known; `madeBy` is the account that made it, for those who may know it. */
export function FilmFacts({ film, madeBy }: { film: FilmView; madeBy: string }) {
  return (
    <aside
      aria-label={_('About this film')}
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-8 max-lg:border-line max-lg:border-t max-lg:pt-10"
    >
      <div className="hidden lg:block">
        <Poster
          source={film.poster}
          alt={_('Poster of {title}', { title: film.title })}
          sizes="20rem"
          fallback={
            <span className="line-clamp-6 wrap-anywhere font-title text-heading text-ink-muted">{film.title}</span>
          }
        />
      </div>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-5 text-small sm:grid-cols-3 lg:grid-cols-2">
        <Fact name={_('Made by')}>{madeBy}</Fact>
        {film.facts.map(({ name, text }) => (
          <Fact key={name} name={name}>
            {text}
          </Fact>
        ))}
        <Fact name={_('Screening')}>{film.screeningAt ? <ScreeningDate iso={film.screeningAt} /> : null}</Fact>
        <Fact name={_('Festival')}>
          {film.festival?.id ? (
            <a href={`/festivals/${film.festival.id}`} className="text-action-ink hover:underline">
              {film.festival.name}
            </a>
          ) : (
            film.festival?.name
          )}
        </Fact>
        <Fact name={_('Genres')}>
          {film.genres.map((genre, index) => (
            <span key={genre}>
              {index > 0 ? ', ' : ''}
              <a href={`/films?${new URLSearchParams({ genre })}`} className="hover:text-action-ink hover:underline">
                {worded(genre)}
              </a>
            </span>
          ))}
        </Fact>
        <Fact name={_('Views')}>{formatCount(film.views)}</Fact>
        <Fact name={_('Likes')}>{formatCount(film.likes)}</Fact>
      </dl>
      {film.marks.length > 0 ? (
        <ul className="flex flex-wrap gap-2">
          {film.marks.map((mark) => (
            <li key={mark}>
              <Badge>{mark}</Badge>
            </li>
          ))}
        </ul>
      ) : null}
    </aside>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (!children || (Array.isArray(children) && children.length === 0)) return null;
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-caption text-ink-faint">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

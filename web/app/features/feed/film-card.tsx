import type { ReactNode } from 'react';
import type { More } from '../../data/use-more.ts';
import { _ } from '../../language/words.ts';
import { Laurel } from '../../ui/laurel.tsx';
import { Poster } from '../../ui/picture.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { preparationText, usePreparing } from '../film/use-preparing.ts';
import { CardWatchlist } from '../own-films/card-watchlist.tsx';
import type { CardView } from './card-view.ts';

const sizes = '(min-width: 80rem) 11.5rem, (min-width: 40rem) 22vw, 31vw';

/** A film in a rail or a grid: its poster, its name, and what it offers when it has the attention; `note` below. */
export function FilmCard({
  film,
  note,
  priority,
  progress = 0,
  mark,
}: {
  film: CardView;
  note?: string;
  priority?: boolean;
  /** How much of it the viewer has watched, from 0 to 1. */
  progress?: number;
  /** Stands in the corner instead of whether the film is on the watchlist. */
  mark?: ReactNode;
}) {
  const preparation = usePreparing(film.preparing ? [film.id] : [])(film.id);
  const preparing = film.preparing && preparation.state !== 'done';
  const prepared = preparation.state === 'preparing' ? preparation.percent / 100 : 0;
  return (
    <li className="group/card relative min-w-0">
      <a href={`/feed/${film.id}`} className="group grid gap-2.5 rounded-poster outline-offset-4">
        <span className="relative block overflow-hidden rounded-poster">
          <Poster
            source={film.poster}
            alt=""
            sizes={sizes}
            priority={priority}
            className="transition-[scale,filter] duration-(--slow) group-hover:scale-[1.025] group-hover:brightness-90"
            fallback={<span className="line-clamp-4 font-title text-ink-muted text-lead">{film.title}</span>}
          />
          {preparing || progress > 0 ? (
            <span aria-hidden className="absolute inset-x-0 bottom-0 z-10 h-1 bg-film/70">
              <span
                className="block h-full bg-action"
                style={{ width: `${(preparing ? prepared : progress) * 100}%` }}
              />
            </span>
          ) : null}
          {film.offer && !film.preparing ? (
            <span className="absolute inset-x-0 bottom-0 bg-linear-to-t from-film/95 from-50% to-transparent px-2.5 pt-10 pb-2.5 text-on-film text-small opacity-0 transition-opacity duration-(--steady) group-hover:opacity-100 group-focus-visible:opacity-100">
              {film.offer}
            </span>
          ) : null}
        </span>
        <span className="grid gap-0.5">
          <span className="truncate font-medium text-small transition-colors duration-(--quick) group-hover:text-action-ink">
            {film.title}
          </span>
          {film.directors ? (
            <span className="relative truncate text-caption text-ink">
              <span className="sr-only">{_('Directed by')} </span>
              {film.directors}
            </span>
          ) : null}
          <span className="flex min-h-4 min-w-0 items-center gap-1.5 text-caption text-ink-muted">
            {film.winner ? (
              <span className="relative text-action-ink" title={_('Festival winner')}>
                <Laurel className="size-4" />
                <span className="sr-only">{_('Festival winner')}</span>
              </span>
            ) : null}
            {/* Not on the poster, whose own title stands where words would. */}
            <span className="truncate">{preparing ? preparationText(preparation) : film.facts}</span>
          </span>
          {note ? <span className="relative line-clamp-3 text-caption text-ink-muted">{note}</span> : null}
        </span>
      </a>
      {mark ?? <CardWatchlist film={film} />}
    </li>
  );
}

/** The room of the cards that come next, while a list of films loads them. */
export function NextFilmCards({ list }: { list: Pick<More<unknown>, 'state'> }) {
  return list.state === 'loading' ? ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => <FilmCardSkeleton key={key} />) : null;
}

function FilmCardSkeleton() {
  return (
    <li className="grid gap-2.5" aria-hidden>
      <Skeleton className="aspect-2/3 rounded-poster" />
      <Skeleton className="h-5 w-4/5" />
      <Skeleton className="-mt-1.5 h-4 w-2/3" />
      <Skeleton className="-mt-1.5 h-4 w-1/2" />
    </li>
  );
}

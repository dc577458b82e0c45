import type { ReactNode } from 'react';
import { orderWords } from '../../ui/order-words.ts';
import { Poster } from '../../ui/picture.tsx';
import { SortableList } from '../../ui/sortable-list.tsx';
import type { CardView } from '../feed/card-view.ts';

type Film = Pick<CardView, 'id' | 'title' | 'facts' | 'poster'>;

type Props<F extends Film> = {
  label: string;
  films: readonly F[];
  onOrder: (films: F[]) => void;
  /** What else can be done with a film. */
  actions: (film: F) => ReactNode;
  /** Stands below a film's title. */
  below?: (film: F) => ReactNode;
};

/** Films in an order that the person changes by buttons, by dragging or with the keyboard. */
export function SortableFilms<F extends Film>({ label, films, onOrder, actions, below }: Props<F>) {
  return (
    <div>
      <SortableList
        label={label}
        items={films}
        words={orderWords(films)}
        onOrder={onOrder}
        className="border-line border-t"
        lineClass="grid gap-2"
        stepClass="max-sm:size-9"
      >
        {(film, place, { handle, steps }) => (
          <>
            <div className="flex min-w-0 items-center gap-3">
              {handle}
              <span className="tabular w-6 shrink-0 text-end text-ink-muted text-small">{place + 1}</span>
              <span className="w-10 shrink-0 overflow-hidden rounded-poster">
                <Poster source={film.poster} alt="" sizes="2.5rem" fallback={<span />} />
              </span>
              <span className="grid min-w-0 grow gap-0.5">
                <a href={`/feed/${film.id}`} className="truncate font-medium hover:text-action-ink">
                  {film.title}
                </a>
                <span className="truncate text-caption text-ink-muted">{film.facts}</span>
              </span>
              {steps ? <span className="flex shrink-0">{steps}</span> : null}
              {actions(film)}
            </div>
            {below?.(film)}
          </>
        )}
      </SortableList>
    </div>
  );
}

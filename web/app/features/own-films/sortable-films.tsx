import type { Announcements, UniqueIdentifier } from '@dnd-kit/core';
import type { ReactNode } from 'react';
import { _, msg } from '../../language/words.ts';
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

const INSTRUCTIONS = msg(
  'Press space to pick up the film, the arrow keys to move it, space again to put it down, or escape to leave it where it was.',
);

/** Films in an order that the person changes by buttons, by dragging or with the keyboard. */
export function SortableFilms<F extends Film>({ label, films, onOrder, actions, below }: Props<F>) {
  const words = {
    instructions: _(INSTRUCTIONS),
    move: ({ title }: F) => _('Move {title}', { title }),
    moveUp: ({ title }: F) => _('Move up {title}', { title }),
    moveDown: ({ title }: F) => _('Move down {title}', { title }),
    stepped: ({ title }: F, value: number) =>
      _('{title}, place {value} of {count}.', { title, value, count: films.length }),
    announcements: announcementsOf(films),
  };
  return (
    <div>
      <SortableList
        label={label}
        items={films}
        words={words}
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

function announcementsOf(films: readonly Film[]): Announcements {
  const titleOf = (id: UniqueIdentifier) => films.find((film) => film.id === id)?.title ?? '';
  const placeOf = (id: UniqueIdentifier) => films.findIndex((film) => film.id === id) + 1;
  return {
    onDragStart: ({ active }) => _('Picked up {title}.', { title: titleOf(active.id) }),
    onDragOver: ({ active, over }) =>
      over
        ? _('{title} is at place {place} of {count}.', {
            title: titleOf(active.id),
            place: placeOf(over.id),
            count: films.length,
          })
        : undefined,
    onDragEnd: ({ active, over }) =>
      over
        ? _('{title} was put down at place {place}.', { title: titleOf(active.id), place: placeOf(over.id) })
        : _('{title} was put down.', { title: titleOf(active.id) }),
    onDragCancel: ({ active }) => _('{title} is back in its place.', { title: titleOf(active.id) }),
  };
}

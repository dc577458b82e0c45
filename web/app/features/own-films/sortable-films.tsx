import { type Announcements, closestCenter, DndContext, type DragEndEvent, type UniqueIdentifier } from '@dnd-kit/core';
import { arrayMove, SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { ChevronDown, ChevronUp, GripVertical } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { _, msg } from '../../language/words.ts';
import { classNames } from '../../ui/class-names.ts';
import { Poster } from '../../ui/picture.tsx';
import { StepButton } from '../../ui/step-button.tsx';
import { useOrderSensors } from '../../ui/use-order-sensors.ts';
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
  const sensors = useOrderSensors();
  const [said, setSaid] = useState('');
  const placeOf = (id: UniqueIdentifier | undefined) => films.findIndex((film) => film.id === id);
  const moved = ({ active, over }: DragEndEvent) => {
    const [from, to] = [placeOf(active.id), placeOf(over?.id)];
    if (from >= 0 && to >= 0 && from !== to) onOrder(arrayMove([...films], from, to));
  };
  const step = (film: F, from: number, by: 1 | -1) => {
    const to = from + by;
    if (to < 0 || to >= films.length) return;
    onOrder(arrayMove([...films], from, to));
    setSaid(_('{title}, place {value} of {count}.', { title: film.title, value: to + 1, count: films.length }));
  };
  return (
    <div>
      <DndContext
        id={`order-${label}`}
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={moved}
        accessibility={{
          announcements: announcementsOf(films),
          screenReaderInstructions: { draggable: _(INSTRUCTIONS) },
        }}
      >
        <SortableContext items={[...films]} strategy={verticalListSortingStrategy} disabled={films.length === 1}>
          <ol aria-label={label} className="border-line border-t">
            {films.map((film, place) => (
              <SortableFilm
                key={film.id}
                film={film}
                place={place + 1}
                isAlone={films.length === 1}
                below={below?.(film)}
                onStep={(by) => step(film, place, by)}
                isLast={place === films.length - 1}
              >
                {actions(film)}
              </SortableFilm>
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      <p className="sr-only" role="status">
        {said}
      </p>
    </div>
  );
}

type LineProps = {
  film: Film;
  place: number;
  isAlone: boolean;
  isLast: boolean;
  below: ReactNode;
  onStep: (by: 1 | -1) => void;
  children: ReactNode;
};

function SortableFilm({ film, place, isAlone, isLast, below, onStep, children }: LineProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: film.id,
  });
  return (
    <li
      ref={setNodeRef}
      style={{ transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined, transition }}
      className={classNames(
        'grid min-w-0 gap-2 border-line border-b bg-canvas py-3',
        isDragging && 'relative z-10 rounded-control bg-raised shadow-float',
      )}
    >
      <div className="flex min-w-0 items-center gap-3">
        {isAlone ? null : (
          <button
            {...attributes}
            {...listeners}
            type="button"
            ref={setActivatorNodeRef}
            aria-label={_('Move {title}', { title: film.title })}
            className="grid size-11 shrink-0 cursor-grab touch-none place-items-center rounded-control text-ink-faint hover:text-ink active:cursor-grabbing max-sm:hidden"
          >
            <GripVertical aria-hidden className="size-5" />
          </button>
        )}
        <span className="tabular w-6 shrink-0 text-end text-ink-muted text-small">{place}</span>
        <span className="w-10 shrink-0 overflow-hidden rounded-poster">
          <Poster source={film.poster} alt="" sizes="2.5rem" fallback={<span />} />
        </span>
        <span className="grid min-w-0 grow gap-0.5">
          <a href={`/feed/${film.id}`} className="truncate font-medium hover:text-action-ink">
            {film.title}
          </a>
          <span className="truncate text-caption text-ink-muted">{film.facts}</span>
        </span>
        {isAlone ? null : (
          <span className="flex shrink-0">
            <StepButton
              label={_('Move up {title}', { title: film.title })}
              disabled={place === 1}
              className="max-sm:size-9"
              onClick={() => onStep(-1)}
            >
              <ChevronUp aria-hidden className="size-5" />
            </StepButton>
            <StepButton
              label={_('Move down {title}', { title: film.title })}
              disabled={isLast}
              className="max-sm:size-9"
              onClick={() => onStep(1)}
            >
              <ChevronDown aria-hidden className="size-5" />
            </StepButton>
          </span>
        )}
        {children}
      </div>
      {below}
    </li>
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

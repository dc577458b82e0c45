import { type Announcements, closestCenter, DndContext, type DragEndEvent, type UniqueIdentifier } from '@dnd-kit/core';
import { arrayMove, SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { ChevronDown, ChevronUp, GripVertical } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { _, msg } from '../../language/words.ts';
import { classNames } from '../../ui/class-names.ts';
import { StepButton } from '../../ui/step-button.tsx';
import { useOrderSensors } from '../../ui/use-order-sensors.ts';
import { CrewText } from './crew-line.tsx';
import { type CrewView, creditText } from './crew-view.ts';

type Props = {
  /** Names the list, and tells its parts from those of other lists. */
  title: string;
  entries: CrewView[];
  /** An order is being saved: until then nothing else is moved. */
  saving: boolean;
  onOrder: (entries: CrewView[]) => void;
  actions: (entry: CrewView) => ReactNode;
};

const INSTRUCTIONS = msg(
  'Press space to pick up the credit, the arrow keys to move it, space again to put it down, or escape to leave it where it was.',
);

/** The credits of a department in billing order, which the maker changes by buttons, by dragging or with the keyboard. */
export function BillingList({ title, entries, saving, onOrder, actions }: Props) {
  const sensors = useOrderSensors();
  const placeOf = (id: UniqueIdentifier | undefined) => entries.findIndex((entry) => entry.id === id);
  const moved = ({ active, over }: DragEndEvent) => {
    const [from, to] = [placeOf(active.id), placeOf(over?.id)];
    if (from >= 0 && to >= 0 && from !== to) onOrder(arrayMove(entries, from, to));
  };
  const isAlone = entries.length === 1;
  const [said, setSaid] = useState('');
  const step = (entry: CrewView, from: number, by: 1 | -1) => {
    const to = from + by;
    if (saving || to < 0 || to >= entries.length) return;
    onOrder(arrayMove(entries, from, to));
    setSaid(_('{name}, place {value} of {count}.', { name: entry.name, value: to + 1, count: entries.length }));
  };
  return (
    <section aria-label={title} className="grid gap-2">
      <h2 className="font-title text-heading">{title}</h2>
      <DndContext
        id={`order-${title}`}
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={moved}
        accessibility={{
          announcements: announcementsOf(entries),
          screenReaderInstructions: { draggable: _(INSTRUCTIONS) },
        }}
      >
        <SortableContext items={entries} strategy={verticalListSortingStrategy} disabled={isAlone || saving}>
          <ol aria-label={title}>
            {entries.map((entry, place) => (
              <BillingLine key={entry.id} entry={entry} movable={!isAlone} actions={actions(entry)}>
                <StepButton
                  label={_('Move up {name}', { name: entry.name })}
                  disabled={saving || place === 0}
                  onClick={() => step(entry, place, -1)}
                >
                  <ChevronUp aria-hidden className="size-5" />
                </StepButton>
                <StepButton
                  label={_('Move down {name}', { name: entry.name })}
                  disabled={saving || place === entries.length - 1}
                  onClick={() => step(entry, place, 1)}
                >
                  <ChevronDown aria-hidden className="size-5" />
                </StepButton>
              </BillingLine>
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      <p className="sr-only" role="status">
        {said}
      </p>
    </section>
  );
}

type LineProps = { entry: CrewView; movable: boolean; actions: ReactNode; children: ReactNode };

function BillingLine({ entry, movable, actions, children }: LineProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: entry.id,
  });
  return (
    <li
      ref={setNodeRef}
      style={{ transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined, transition }}
      className={classNames(
        'flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2 border-line border-b bg-canvas py-3',
        isDragging && 'relative z-10 rounded-control bg-raised shadow-float',
      )}
    >
      {movable ? (
        <div className="-ms-2 flex items-center">
          <button
            {...attributes}
            {...listeners}
            type="button"
            ref={setActivatorNodeRef}
            aria-label={_('Move {name}', { name: entry.name })}
            className="grid size-11 shrink-0 cursor-grab max-sm:hidden touch-none place-items-center rounded-control text-ink-faint hover:text-ink active:cursor-grabbing"
          >
            <GripVertical aria-hidden className="size-5" />
          </button>
          {children}
        </div>
      ) : (
        <span className="-ms-2 w-11 max-sm:hidden" />
      )}
      <CrewText person={entry} credits={creditText(entry)} />
      <div className="ms-auto flex flex-wrap items-center gap-1">{actions}</div>
    </li>
  );
}

/** What a screen reader says while a credit is moved. */
function announcementsOf(entries: readonly CrewView[]): Announcements {
  const nameOf = (id: UniqueIdentifier) => entries.find((entry) => entry.id === id)?.name ?? '';
  const place = (id: UniqueIdentifier) =>
    _('place {value} of {count}', { value: entries.findIndex((e) => e.id === id) + 1, count: entries.length });
  return {
    onDragStart: ({ active }) =>
      _('{name} is picked up, {place}.', { name: nameOf(active.id), place: place(active.id) }),
    onDragOver: ({ active, over }) => (over ? `${nameOf(active.id)}, ${place(over.id)}.` : undefined),
    onDragEnd: ({ active, over }) =>
      _('{name} is put down, {place}.', { name: nameOf(active.id), place: place((over ?? active).id) }),
    onDragCancel: ({ active }) => _('{name} stays, {place}.', { name: nameOf(active.id), place: place(active.id) }),
  };
}

import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { GripVertical } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
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

const INSTRUCTIONS =
  'Press space to pick up the credit, the arrow keys to move it, space again to put it down, or escape to leave it where it was.';

/** The credits of a department in billing order, which the maker changes by dragging or with the keyboard. */
export function BillingList({ title, entries, saving, onOrder, actions }: Props) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const placeOf = (id: UniqueIdentifier | undefined) => entries.findIndex((entry) => entry.id === id);
  const moved = ({ active, over }: DragEndEvent) => {
    const [from, to] = [placeOf(active.id), placeOf(over?.id)];
    if (from >= 0 && to >= 0 && from !== to) onOrder(arrayMove(entries, from, to));
  };
  const isAlone = entries.length === 1;
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
          screenReaderInstructions: { draggable: INSTRUCTIONS },
        }}
      >
        <SortableContext items={entries} strategy={verticalListSortingStrategy} disabled={isAlone || saving}>
          <ol aria-label={title}>
            {entries.map((entry) => (
              <BillingLine key={entry.id} entry={entry} movable={!isAlone} actions={actions(entry)} />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
    </section>
  );
}

function BillingLine({ entry, movable, actions }: { entry: CrewView; movable: boolean; actions: ReactNode }) {
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
        <button
          {...attributes}
          {...listeners}
          type="button"
          ref={setActivatorNodeRef}
          aria-label={`Move ${entry.name}`}
          className="-ml-2 grid size-11 shrink-0 cursor-grab touch-none place-items-center rounded-control text-ink-faint hover:text-ink active:cursor-grabbing"
        >
          <GripVertical aria-hidden className="size-5" />
        </button>
      ) : (
        <span className="-ml-2 w-11 max-sm:hidden" />
      )}
      <CrewText person={entry} credits={creditText(entry)} />
      <div className="ml-auto flex flex-wrap items-center gap-1">{actions}</div>
    </li>
  );
}

/** What a screen reader says while a credit is moved. */
function announcementsOf(entries: readonly CrewView[]): Announcements {
  const nameOf = (id: UniqueIdentifier) => entries.find((entry) => entry.id === id)?.name ?? '';
  const place = (id: UniqueIdentifier) => `place ${entries.findIndex((e) => e.id === id) + 1} of ${entries.length}`;
  return {
    onDragStart: ({ active }) => `${nameOf(active.id)} is picked up, ${place(active.id)}.`,
    onDragOver: ({ active, over }) => (over ? `${nameOf(active.id)}, ${place(over.id)}.` : undefined),
    onDragEnd: ({ active, over }) => `${nameOf(active.id)} is put down, ${place((over ?? active).id)}.`,
    onDragCancel: ({ active }) => `${nameOf(active.id)} stays, ${place(active.id)}.`,
  };
}

import { type Announcements, closestCenter, DndContext, type DragEndEvent, type UniqueIdentifier } from '@dnd-kit/core';
import { arrayMove, SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { ChevronDown, ChevronUp, GripVertical } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { classNames } from './class-names.ts';
import { StepButton } from './step-button.tsx';
import { useOrderSensors } from './use-order-sensors.ts';

type Item = { id: string };

/** What is said of the items, in the language of the page. */
type OrderWords<I extends Item> = {
  /** How to move an item with the keyboard. */
  instructions: string;
  move: (item: I) => string;
  moveUp: (item: I) => string;
  moveDown: (item: I) => string;
  /** After a step to this place, counted from 1. */
  stepped: (item: I, place: number) => string;
  /** While an item is moved. */
  announcements: Announcements;
};

/** What moves an item, nothing where it is alone: a handle to drag it by, and buttons to step up and down. */
export type Moving = { handle: ReactNode; steps: ReactNode };

type Props<I extends Item> = {
  label: string;
  items: readonly I[];
  words: OrderWords<I>;
  /** An order is being saved: until then nothing else is moved. */
  saving?: boolean;
  onOrder: (items: I[]) => void;
  className?: string;
  lineClass: string;
  stepClass?: string;
  children: (item: I, place: number, moving: Moving) => ReactNode;
};

/** A list whose order the person changes by buttons, by dragging or with the keyboard. */
export function SortableList<I extends Item>(props: Props<I>) {
  const { label, items, words, saving = false, onOrder, className, lineClass, stepClass, children } = props;
  const id = useId();
  const sensors = useOrderSensors();
  const [said, setSaid] = useState('');
  const isAlone = items.length === 1;
  const placeOf = (id: UniqueIdentifier) => items.findIndex((item) => item.id === id);
  const moved = ({ active, over }: DragEndEvent) => {
    if (over && over.id !== active.id) onOrder(arrayMove([...items], placeOf(active.id), placeOf(over.id)));
  };
  const step = (item: I, from: number, by: 1 | -1) => {
    const to = from + by;
    onOrder(arrayMove([...items], from, to));
    setSaid(words.stepped(item, to + 1));
  };
  const stepsOf = (item: I, place: number) => (
    <>
      <StepButton
        label={words.moveUp(item)}
        disabled={saving || place === 0}
        className={stepClass}
        onClick={() => step(item, place, -1)}
      >
        <ChevronUp aria-hidden className="size-5" />
      </StepButton>
      <StepButton
        label={words.moveDown(item)}
        disabled={saving || place === items.length - 1}
        className={stepClass}
        onClick={() => step(item, place, 1)}
      >
        <ChevronDown aria-hidden className="size-5" />
      </StepButton>
    </>
  );
  return (
    <>
      <DndContext
        id={id}
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={moved}
        accessibility={{
          announcements: words.announcements,
          screenReaderInstructions: { draggable: words.instructions },
        }}
      >
        <SortableContext items={[...items]} strategy={verticalListSortingStrategy} disabled={isAlone || saving}>
          <ol aria-label={label} className={className} hidden={items.length === 0}>
            {items.map((item, place) => (
              <SortableLine key={item.id} id={item.id} label={words.move(item)} className={lineClass}>
                {(handle) =>
                  children(
                    item,
                    place,
                    isAlone ? { handle: null, steps: null } : { handle, steps: stepsOf(item, place) },
                  )
                }
              </SortableLine>
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      <p className="sr-only" role="status">
        {said}
      </p>
    </>
  );
}

type LineProps = { id: string; label: string; className: string; children: (handle: ReactNode) => ReactNode };

function SortableLine({ id, label, className, children }: LineProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
  });
  const handle = (
    <button
      {...attributes}
      {...listeners}
      // The library's own, "sortable", is in English; the instructions say what it is for.
      aria-roledescription={undefined}
      type="button"
      ref={setActivatorNodeRef}
      aria-label={label}
      className="grid size-11 shrink-0 cursor-grab touch-none place-items-center rounded-control text-ink-faint hover:text-ink active:cursor-grabbing max-sm:hidden"
    >
      <GripVertical aria-hidden className="size-5" />
    </button>
  );
  return (
    <li
      ref={setNodeRef}
      style={{ transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined, transition }}
      className={classNames(
        'min-w-0 gap-y-2 border-line border-b bg-canvas py-3',
        className,
        isDragging && 'relative z-10 rounded-control bg-raised shadow-float',
      )}
    >
      {children(handle)}
    </li>
  );
}

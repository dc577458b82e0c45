import { closestCenter, DndContext, type DragEndEvent } from '@dnd-kit/core';
import { arrayMove, rectSortingStrategy, SortableContext, useSortable } from '@dnd-kit/sortable';
import { ChevronLeft, ChevronRight, GripVertical, X } from 'lucide-react';
import { useState } from 'react';
import { _ } from '../../../../language/words.ts';
import { IconButton, iconButtonClass } from '../../../../ui/button.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { orderWords } from '../../../../ui/order-words.ts';
import { StepButton } from '../../../../ui/step-button.tsx';
import { useOrderSensors } from '../../../../ui/use-order-sensors.ts';
import { galleryPhotoUrl } from '../../gallery-photo.ts';
import type { EditPhoto } from '../edit-fields.ts';

type Props = {
  photos: EditPhoto[];
  /** An order is being saved: until then nothing else is moved. */
  saving: boolean;
  onOrder: (photos: EditPhoto[]) => void;
  onRemove: (photo: EditPhoto) => void;
};

const nameOf = (place: number) => _('Photo {value}', { value: place + 1 });

/** Photos in their order. */
export function GalleryOrder({ photos, saving, onOrder, onRemove }: Props) {
  const sensors = useOrderSensors();
  const [said, setSaid] = useState('');
  const items = photos.map(({ path }, place) => ({ id: path, title: nameOf(place) }));
  const words = orderWords(items);
  const placeOf = (path: unknown) => photos.findIndex((photo) => photo.path === path);
  const step = (from: number, to: number) => {
    onOrder(arrayMove(photos, from, to));
    setSaid(words.stepped({ id: '', title: nameOf(from) }, to + 1));
  };
  const moved = ({ active, over }: DragEndEvent) => {
    if (over && over.id !== active.id) onOrder(arrayMove(photos, placeOf(active.id), placeOf(over.id)));
  };
  return (
    <>
      <DndContext
        id="gallery-order"
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={moved}
        accessibility={{
          announcements: words.announcements,
          screenReaderInstructions: { draggable: words.instructions },
        }}
      >
        <SortableContext items={items} strategy={rectSortingStrategy} disabled={saving || photos.length === 1}>
          <ol aria-label={_('Gallery')} className="grid grid-cols-2 gap-4 sm:grid-cols-3">
            {photos.map((photo, place) => (
              <Photo
                key={photo.path}
                photo={photo}
                place={place}
                count={photos.length}
                label={words.move({ id: photo.path, title: nameOf(place) })}
                saving={saving}
                onStep={(by) => step(place, place + by)}
                onRemove={() => onRemove(photo)}
              />
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

type PhotoProps = {
  photo: EditPhoto;
  place: number;
  count: number;
  /** Of the handle. */
  label: string;
  saving: boolean;
  onStep: (by: 1 | -1) => void;
  onRemove: () => void;
};

function Photo({ photo, place, count, label, saving, onStep, onRemove }: PhotoProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: photo.path,
  });
  const name = nameOf(place);
  return (
    <li
      ref={setNodeRef}
      style={{
        transform: transform ? `translate3d(${transform.x}px, ${transform.y}px, 0)` : undefined,
        transition,
      }}
      className={classNames('grid gap-1', isDragging && 'relative z-10 shadow-float')}
    >
      <img
        src={galleryPhotoUrl(photo.path, 360)}
        alt={photo.name ? `${name}, ${photo.name}` : name}
        width={360}
        height={270}
        className="aspect-4/3 w-full rounded-poster bg-raised object-cover"
      />
      <div className="flex items-center">
        <button
          {...attributes}
          {...listeners}
          // The library's own, "sortable", is in English; the instructions say what it is for.
          aria-roledescription={undefined}
          type="button"
          ref={setActivatorNodeRef}
          aria-label={label}
          className={iconButtonClass('medium', 'cursor-grab touch-none active:cursor-grabbing max-sm:hidden')}
        >
          <GripVertical aria-hidden className="size-5" />
        </button>
        <StepButton label={_('Move {name} back', { name })} disabled={saving || place === 0} onClick={() => onStep(-1)}>
          <ChevronLeft aria-hidden className="size-5 rtl:-scale-x-100" />
        </StepButton>
        <StepButton
          label={_('Move {name} forward', { name })}
          disabled={saving || place === count - 1}
          onClick={() => onStep(1)}
        >
          <ChevronRight aria-hidden className="size-5 rtl:-scale-x-100" />
        </StepButton>
        <IconButton label={_('Remove {name}', { name })} className="ms-auto" disabled={saving} onClick={onRemove}>
          <X aria-hidden className="size-5" />
        </IconButton>
      </div>
    </li>
  );
}

import type { Announcements, UniqueIdentifier } from '@dnd-kit/core';
import type { ReactNode } from 'react';
import { _, msg } from '../../language/words.ts';
import { SortableList } from '../../ui/sortable-list.tsx';
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
  const words = {
    instructions: _(INSTRUCTIONS),
    move: ({ name }: CrewView) => _('Move {name}', { name }),
    moveUp: ({ name }: CrewView) => _('Move up {name}', { name }),
    moveDown: ({ name }: CrewView) => _('Move down {name}', { name }),
    stepped: ({ name }: CrewView, value: number) =>
      _('{name}, place {value} of {count}.', { name, value, count: entries.length }),
    announcements: announcementsOf(entries),
  };
  return (
    <section aria-label={title} className="grid gap-2">
      <h2 className="font-title text-heading">{title}</h2>
      <SortableList
        label={title}
        items={entries}
        words={words}
        saving={saving}
        onOrder={onOrder}
        lineClass="flex flex-wrap items-center gap-x-3"
      >
        {(entry, _place, { handle, steps }) => (
          <>
            {handle ? (
              <div className="-ms-2 flex items-center">
                {handle}
                {steps}
              </div>
            ) : (
              <span className="-ms-2 w-11 max-sm:hidden" />
            )}
            <CrewText person={entry} credits={creditText(entry)} />
            <div className="ms-auto flex flex-wrap items-center gap-1">{actions(entry)}</div>
          </>
        )}
      </SortableList>
    </section>
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

import type { Announcements, UniqueIdentifier } from '@dnd-kit/core';
import { _ } from '../language/words.ts';

type Titled = { id: string; title: string };

/** What is said of things with titles whose order is changed. */
export const orderWords = <I extends Titled>(items: readonly I[]) => ({
  instructions: _(
    'Press space to pick it up, the arrow keys to move it, space again to put it down, or escape to leave it where it was.',
  ),
  move: ({ title }: I) => _('Move {title}', { title }),
  moveUp: ({ title }: I) => _('Move up {title}', { title }),
  moveDown: ({ title }: I) => _('Move down {title}', { title }),
  stepped: ({ title }: I, value: number) =>
    _('{title}, place {value} of {count}.', { title, value, count: items.length }),
  announcements: announcementsOf(items),
});

function announcementsOf(items: readonly Titled[]): Announcements {
  const titleOf = (id: UniqueIdentifier) => items.find((item) => item.id === id)?.title ?? '';
  const placeOf = (id: UniqueIdentifier) => items.findIndex((item) => item.id === id) + 1;
  return {
    onDragStart: ({ active }) => _('Picked up {title}.', { title: titleOf(active.id) }),
    onDragOver: ({ active, over }) =>
      over
        ? _('{title} is at place {place} of {count}.', {
            title: titleOf(active.id),
            place: placeOf(over.id),
            count: items.length,
          })
        : undefined,
    onDragEnd: ({ active, over }) =>
      over
        ? _('{title} was put down at place {place}.', { title: titleOf(active.id), place: placeOf(over.id) })
        : _('{title} was put down.', { title: titleOf(active.id) }),
    onDragCancel: ({ active }) => _('{title} is back in its place.', { title: titleOf(active.id) }),
  };
}

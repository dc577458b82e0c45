import { EventRow } from './event-row.tsx';
import type { EventView } from './event-view.ts';

/** Some events beside each other. */
export function EventRows({ events, withFestival = false }: { events: readonly EventView[]; withFestival?: boolean }) {
  return (
    <ul className="grid gap-3 md:grid-cols-2">
      {events.map((event) => (
        <li key={event.id}>
          <EventRow event={event} withFestival={withFestival} />
        </li>
      ))}
    </ul>
  );
}

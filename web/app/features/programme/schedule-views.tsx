import { formatDay } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { EventRow } from './event-row.tsx';
import { dayOf } from './event-times.tsx';
import { type EventView, placeText } from './event-view.ts';

/** The events of a festival as a list, as a grid of days and by venue [FES-11]. */
export function ScheduleViews({ events }: { events: readonly EventView[] }) {
  return (
    <Tabs
      label={_('Schedule as')}
      tabs={[
        { value: 'list', label: _('List'), content: <List events={events} /> },
        { value: 'days', label: _('By day'), content: <Days events={events} /> },
        { value: 'venues', label: _('By venue'), content: <Venues events={events} /> },
      ]}
    />
  );
}

function List({ events }: { events: readonly EventView[] }) {
  return (
    <ul className="grid gap-3">
      {events.map((event) => (
        <li key={event.id}>
          <EventRow event={event} heading="h2" />
        </li>
      ))}
    </ul>
  );
}

function Days({ events }: { events: readonly EventView[] }) {
  const days = [...Map.groupBy(events, dayOf)];
  return (
    <div className="grid gap-6 md:grid-cols-2 xl:grid-cols-3">
      {days.map(([day, onDay]) => (
        <section key={day} className="grid content-start gap-3">
          <h2 className="font-title text-heading">{formatDay(new Date(`${day}T12:00:00Z`), 'UTC')}</h2>
          {onDay.map((event) => (
            <EventRow key={event.id} event={event} withDay={false} />
          ))}
        </section>
      ))}
    </div>
  );
}

function Venues({ events }: { events: readonly EventView[] }) {
  const venues = [...Map.groupBy(events, placeText)];
  return (
    <div className="grid gap-8">
      {venues.map(([venue, there]) => (
        <section key={venue} className="grid gap-3">
          <h2 className="font-title text-heading">{venue}</h2>
          <ul className="grid gap-3 md:grid-cols-2">
            {there.map((event) => (
              <li key={event.id}>
                <EventRow event={event} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

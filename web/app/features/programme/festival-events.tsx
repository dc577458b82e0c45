import { _ } from '../../language/words.ts';
import { Section } from '../../ui/section.tsx';
import { EventRows } from './event-rows.tsx';
import type { EventView } from './event-view.ts';

export const EVENTS_SHOWN = 6;

/** The next events of a festival on its public page, with the way to its whole schedule [FES-03]. */
export function FestivalEvents({ festivalId, events }: { festivalId: string; events: readonly EventView[] }) {
  return (
    <Section title={_('Events')} href={`/festivals/${festivalId}/schedule`} more={_('Whole schedule')}>
      {events.length === 0 ? (
        <p className="text-ink-muted">{_('No events are planned')}</p>
      ) : (
        <EventRows events={events} />
      )}
    </Section>
  );
}

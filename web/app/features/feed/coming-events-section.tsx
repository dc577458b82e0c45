import { ProgrammeService } from '@marquee/contracts/festival/v1/programme_pb';
import { useOwn } from '../../data/use-own.ts';
import { _ } from '../../language/words.ts';
import { Section } from '../../ui/section.tsx';
import { EventRows } from '../programme/event-rows.tsx';
import { eventView } from '../programme/event-view.ts';

const SHOWN = 4;

/** The next events of all festivals; nothing without any, or while they cannot be had: the films are what the page is for. */
export default function ComingEventsSection() {
  const { own } = useOwn(ProgrammeService.method.listUpcomingEvents, { pageSize: SHOWN });
  if (own.state !== 'ready' || own.value.events.length === 0) return null;
  return (
    <Section title={_('Next at festivals')} href="/festivals" more={_('All festivals')}>
      <EventRows events={own.value.events.map(eventView)} withFestival />
    </Section>
  );
}

import { ProgrammeService } from '@marquee/contracts/festival/v1/programme_pb';
import { CalendarDays } from 'lucide-react';
import { ListEnd } from '../../data/list-end.tsx';
import { type Page, useMore } from '../../data/use-more.ts';
import { _ } from '../../language/words.ts';
import { LinkButton } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Section } from '../../ui/section.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { EventRows } from './event-rows.tsx';
import { type EventView, eventsPage } from './event-view.ts';
import { ScheduleViews } from './schedule-views.tsx';

export const EVENTS_READ = 100;

type Festival = { id: string; name: string; path: string };

/** The whole schedule of a festival [FES-11]. */
export function SchedulePage({
  festival,
  upcoming,
  past,
}: {
  festival: Festival;
  upcoming: Page<EventView>;
  past: EventView[];
}) {
  const list = useMore(upcoming, {
    method: ProgrammeService.method.listEvents,
    request: (cursor) => ({ festivalId: festival.id, pageSize: EVENTS_READ, cursor }),
    page: eventsPage,
  });
  return (
    <div className="page grid gap-8 py-10">
      <PageTitle
        title={_('Schedule')}
        lead={festival.name}
        crumbs={[{ href: festival.path, label: festival.name }]}
        actions={<LinkButton to="/user/schedule">{_('My schedule')}</LinkButton>}
      />
      {list.items.length === 0 ? (
        <EmptyState icon={<CalendarDays aria-hidden />} title={_('No events are planned')}>
          {_('What this festival plans next appears here.')}
        </EmptyState>
      ) : (
        <div>
          <ScheduleViews events={list.items} />
          <ListEnd list={list} more={_('More events')} failed={_('We failed to load more events.')}>
            {_('That is the whole schedule.')}
          </ListEnd>
        </div>
      )}
      {past.length > 0 ? (
        <Section title={_('Past events')}>
          <EventRows events={past} />
        </Section>
      ) : null}
    </div>
  );
}

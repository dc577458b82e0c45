import { ProgrammeService } from '@marquee/contracts/festival/v1/programme_pb';
import { CalendarPlus, Star } from 'lucide-react';
import { ListEnd } from '../../data/list-end.tsx';
import { type Page, useMore } from '../../data/use-more.ts';
import { _ } from '../../language/words.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass, LinkButton } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { EventRow } from './event-row.tsx';
import { type EventView, eventsPage } from './event-view.ts';
import { conflictsOf } from './schedule-conflicts.ts';
import { SCHEDULE_PAGE_SIZE } from './star-button.tsx';

/** The events that the viewer starred, with those that are at the same time [FES-11]. */
export function MySchedulePage({ first }: { first: Page<EventView> }) {
  const list = useMore(first, {
    method: ProgrammeService.method.listMySchedule,
    request: (cursor) => ({ pageSize: SCHEDULE_PAGE_SIZE, cursor }),
    page: eventsPage,
  });
  const conflicts = conflictsOf(list.items);
  return (
    <div className="page grid gap-8 py-10">
      <PageTitle
        title={_('My schedule')}
        lead={_('The events that you starred.')}
        actions={
          list.items.length > 0 ? (
            <a href="/user/schedule.ics" download className={buttonClass('primary')}>
              <CalendarPlus aria-hidden className="size-4" />
              {_('Add all to calendar')}
            </a>
          ) : null
        }
      />
      {list.items.length === 0 ? (
        <EmptyState
          icon={<Star aria-hidden />}
          title={_('Your schedule is empty')}
          action={<LinkButton to="/festivals">{_('Find a festival')}</LinkButton>}
        >
          {_('Star an event, and it appears here.')}
        </EmptyState>
      ) : (
        <div>
          <ul className="grid gap-3">
            {list.items.map((event) => (
              <li key={event.id}>
                <EventRow
                  event={event}
                  heading="h2"
                  withFestival
                  note={<Conflicts names={conflicts.get(event.id)} />}
                />
              </li>
            ))}
          </ul>
          <ListEnd list={list} more={_('More events')} failed={_('We failed to load more events.')}>
            {_('That is your whole schedule.')}
          </ListEnd>
        </div>
      )}
    </div>
  );
}

function Conflicts({ names }: { names: string[] | undefined }) {
  if (!names) return null;
  return (
    <span>
      <Badge tone="warn">{_('At the same time as {events}', { events: names.join(', ') })}</Badge>
    </span>
  );
}

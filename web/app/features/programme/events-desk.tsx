import { ProgrammeDeskService } from '@marquee/contracts/festival/v1/programme_pb';
import { CalendarPlus } from 'lucide-react';
import { ListEnd } from '../../data/list-end.tsx';
import { type Page, useMore } from '../../data/use-more.ts';
import { _ } from '../../language/words.ts';
import { LinkButton } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { EventStatusBadge } from './event-status-badge.tsx';
import { EventTimes } from './event-times.tsx';
import { type EventView, eventsPage, placeText, type VenueView } from './event-view.ts';
import type { DeskFestival } from './get-desk.ts';
import { EVENTS_READ } from './schedule-page.tsx';
import { VenuesDesk } from './venues-desk.tsx';

/** All events and venues of an organization, for who makes its programme [FES-03] [FES-11]. */
export function EventsDesk({
  festival,
  first,
  venues,
}: {
  festival: DeskFestival;
  first: Page<EventView>;
  venues: VenueView[];
}) {
  const list = useMore(first, {
    method: ProgrammeDeskService.method.listFestivalEvents,
    request: (cursor) => ({ festivalId: festival.id, pageSize: EVENTS_READ, cursor }),
    page: eventsPage,
  });
  const base = `/user/orgs/${festival.id}/events`;
  return (
    <div className="page grid gap-10 py-10">
      <PageTitle
        title={_('Events')}
        lead={festival.name}
        crumbs={[{ href: '/user/orgs', label: _('My organizations') }]}
        actions={
          <LinkButton to={`${base}/new`} variant="primary">
            {_('Plan an event')}
          </LinkButton>
        }
      />
      {list.items.length === 0 ? (
        <EmptyState icon={<CalendarPlus aria-hidden />} title={_('No events yet')}>
          {_('Plan the first one. Nobody else sees it before you publish it.')}
        </EmptyState>
      ) : (
        <div>
          <ul className="grid border-line border-t">
            {list.items.map((event) => (
              <li key={event.id} className="flex flex-wrap items-start justify-between gap-3 border-line border-b py-4">
                <div className="grid min-w-0 gap-1">
                  <a
                    href={`${base}/${event.id}`}
                    className="wrap-anywhere font-medium hover:text-action-ink hover:underline"
                  >
                    {event.name}
                  </a>
                  <div className="text-small">
                    <EventTimes event={event} />
                  </div>
                  <span className="wrap-anywhere text-ink-muted text-small">{placeText(event)}</span>
                </div>
                <EventStatusBadge status={event.status} />
              </li>
            ))}
          </ul>
          <ListEnd list={list} more={_('More events')} failed={_('We failed to load more events.')}>
            {_('That is the whole schedule.')}
          </ListEnd>
        </div>
      )}
      <VenuesDesk festivalId={festival.id} first={venues} />
    </div>
  );
}

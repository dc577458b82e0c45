import type { EventBooks } from '@marquee/contracts/festival/v1/books_pb';
import { DashboardService, type GetEventDashboardResponse } from '@marquee/contracts/festival/v1/dashboard_pb';
import { client } from '../../api/browser/client.ts';
import { _ } from '../../language/words.ts';
import { LinkButton } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Books } from './event-books.tsx';
import { Figures } from './figures.tsx';
import { Freshness } from './freshness.tsx';
import { useDashboard } from './use-dashboard.ts';

/** The dashboard of one event [FES-12]. */
export function EventDashboard({
  eventId,
  first,
  books,
}: {
  eventId: string;
  first: GetEventDashboardResponse;
  books: EventBooks | undefined;
}) {
  const { seen, stale } = useDashboard(`event-dashboard:${eventId}`, first, () =>
    client(DashboardService).getEventDashboard({ eventId }),
  );
  const { figures, festivalId, eventName } = seen;
  const base = `/user/orgs/${festivalId}`;
  return (
    <div className="page grid gap-8 py-8">
      <PageTitle
        title={_('Dashboard')}
        lead={eventName}
        crumbs={[
          { href: '/user/orgs', label: _('My organizations') },
          { href: `${base}/dashboard`, label: _('Dashboard') },
          { href: `${base}/events/${eventId}`, label: eventName },
        ]}
        actions={<LinkButton to={`/events/${eventId}/tickets/orders`}>{_('Orders')}</LinkButton>}
      />
      {figures ? (
        <>
          <Freshness figures={figures} stale={stale} />
          <Figures figures={figures} />
          {books ? <Books first={books} /> : null}
        </>
      ) : null}
    </div>
  );
}

import { DashboardService, type GetEventDashboardResponse } from '@marquee/contracts/festival/v1/dashboard_pb';
import { client } from '../../api/browser/client.ts';
import { _ } from '../../language/words.ts';
import { LinkButton } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Figures } from './figures.tsx';
import { Freshness } from './freshness.tsx';
import { useDashboard } from './use-dashboard.ts';

/** The dashboard of one event [FES-12]. */
export function EventDashboard({ eventId, first }: { eventId: string; first: GetEventDashboardResponse }) {
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
        </>
      ) : null}
    </div>
  );
}

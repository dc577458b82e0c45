import { timestampDate } from '@bufbuild/protobuf/wkt';
import {
  type DashboardEvent,
  DashboardService,
  type GetFestivalDashboardResponse,
} from '@marquee/contracts/festival/v1/dashboard_pb';
import { client } from '../../api/browser/client.ts';
import { _ } from '../../language/words.ts';
import { Moment } from '../../ui/moment.tsx';
import { Section } from '../../ui/section.tsx';
import { Figures } from './figures.tsx';
import { Freshness } from './freshness.tsx';
import { useDashboard } from './use-dashboard.ts';

/** The dashboard of an organization [FES-12]. */
export function FestivalDashboard({ festivalId, first }: { festivalId: string; first: GetFestivalDashboardResponse }) {
  const { seen, stale } = useDashboard(`dashboard:${festivalId}`, first, () =>
    client(DashboardService).getFestivalDashboard({ festivalId }),
  );
  const { figures, events } = seen;
  if (!figures) return null;
  return (
    <div className="grid gap-8">
      <Freshness figures={figures} stale={stale} />
      <Figures figures={figures} />
      {events.length === 0 ? null : <Events festivalId={festivalId} events={events} />}
    </div>
  );
}

function Events({ festivalId, events }: { festivalId: string; events: readonly DashboardEvent[] }) {
  return (
    <Section title={_('Events')}>
      <ul className="grid border-line border-t">
        {events.map(({ id, name, startTime, tickets, doors, watched }) => (
          <li key={id} className="grid gap-1 border-line border-b py-3">
            <a
              href={`/user/orgs/${festivalId}/events/${id}/dashboard`}
              className="wrap-anywhere inline-flex min-h-6 items-center hover:text-action-ink"
            >
              {name}
            </a>
            <span className="tabular flex flex-wrap gap-x-4 text-ink-muted text-small">
              {startTime ? <Moment date={timestampDate(startTime)} /> : null}
              <span>{_('{count, plural, one {# ticket} other {# tickets}}', { count: tickets })}</span>
              <span>{_('{count} let in', { count: doors })}</span>
              <span>{_('{count} watched', { count: watched })}</span>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

import { api } from '../../api/context.ts';
import type { RouteHandle } from '../../api/route-handle.ts';
import { eventsPage, eventView } from '../../features/programme/event-view.ts';
import { EVENTS_READ, SchedulePage } from '../../features/programme/schedule-page.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/schedule';

export const handle = {
  publicPage: { tags: ({ festivalId }) => [`festival:${festivalId}`] },
} satisfies RouteHandle;

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: pageTitle([_('Schedule'), loaderData?.festival.name].filter(Boolean).join(' · ')) },
];

const PAST_SHOWN = 24;

export async function loader({ params: { festivalId }, context }: Route.LoaderArgs) {
  const { organizations, programme } = context.get(api);
  const [{ organization }, upcoming, past] = await Promise.all([
    organizations.getOrganization({ festivalId }),
    programme.listEvents({ festivalId, pageSize: EVENTS_READ }),
    programme.listEvents({ festivalId, past: true, pageSize: PAST_SHOWN }),
  ]);
  const { id = festivalId, name = '', url = '' } = organization ?? {};
  return {
    festival: { id, name, path: `/festivals/${url || id}` },
    upcoming: eventsPage(upcoming),
    past: past.events.map(eventView),
  };
}

export default function ScheduleRoute({ loaderData }: Route.ComponentProps) {
  return <SchedulePage key={loaderData.festival.id} {...loaderData} />;
}

import { api } from '../../api/context.ts';
import { requireViewer } from '../../api/viewer.ts';
import { eventsPage, venueView } from '../../features/programme/event-view.ts';
import { EventsDesk } from '../../features/programme/events-desk.tsx';
import { getDesk } from '../../features/programme/get-desk.ts';
import { EVENTS_READ } from '../../features/programme/schedule-page.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/desk-events';

export const meta = () => [{ title: pageTitle(_('Events')) }];

export async function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  const { programmeDesk } = args.context.get(api);
  const festival = await getDesk(args.context.get(api), args.params.festivalId);
  const [page, { venues }] = await Promise.all([
    programmeDesk.listFestivalEvents({ festivalId: festival.id, pageSize: EVENTS_READ }),
    programmeDesk.listVenues({ festivalId: festival.id }),
  ]);
  return { festival, first: eventsPage(page), venues: venues.map(venueView) };
}

export default function DeskEventsRoute({ loaderData }: Route.ComponentProps) {
  return <EventsDesk key={loaderData.festival.id} {...loaderData} />;
}

import { api } from '../../api/context.ts';
import { requireViewer } from '../../api/viewer.ts';
import { EventDesk } from '../../features/programme/event-desk.tsx';
import { venueView } from '../../features/programme/event-view.ts';
import { getDesk } from '../../features/programme/get-desk.ts';
import { getEventView } from '../../features/programme/get-event-view.ts';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/desk-event';

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: pageTitle(loaderData?.event?.name ?? _('Plan an event')) },
];

/** The last part of the address of an event that is not there yet. */
const NEW = 'new';

export async function loader(args: Route.LoaderArgs) {
  const { roles } = requireViewer(args);
  const { festivalId, eventId } = args.params;
  const calls = args.context.get(api);
  const festival = await getDesk(calls, festivalId);
  const [{ venues }, event] = await Promise.all([
    calls.programmeDesk.listVenues({ festivalId: festival.id }),
    eventId === NEW ? undefined : getEventView(calls, eventId),
  ]);
  return { festival, venues: venues.map(venueView), event, isAdmin: roles.includes('ADMIN') };
}

export default function DeskEventRoute({ loaderData }: Route.ComponentProps) {
  return <EventDesk key={loaderData.event?.id ?? NEW} {...loaderData} />;
}

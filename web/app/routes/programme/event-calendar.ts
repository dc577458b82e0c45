import { api, site } from '../../api/context.ts';
import type { RouteHandle } from '../../api/route-handle.ts';
import { calendarResponse, eventCalendar } from '../../features/programme/event-calendar.ts';
import { getEventView } from '../../features/programme/get-event-view.ts';
import type { Route } from './+types/event-calendar';

export const handle = { publicPage: { tags: ({ eventId }) => [`event:${eventId}`] } } satisfies RouteHandle;

export async function loader({ params, context }: Route.LoaderArgs) {
  const event = await getEventView(context.get(api), params.eventId);
  return calendarResponse(eventCalendar([event], context.get(site).publicUrl), 'event');
}

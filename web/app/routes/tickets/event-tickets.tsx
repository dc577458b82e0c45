import { ListTicketTypesResponseSchema } from '@marquee/contracts/festival/v1/tickets_pb';
import { api } from '../../api/context.ts';
import { packed, usePacked } from '../../api/packed.ts';
import type { RouteHandle } from '../../api/route-handle.ts';
import { EventTickets } from '../../features/tickets/event-tickets.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/event-tickets';

// No event drops it: what is left changes with every sale, and the page lives for some seconds only.
export const handle = { publicPage: { tags: () => [] } } satisfies RouteHandle;

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: pageTitle(loaderData ? _('Tickets to {event}', { event: loaderData.eventName }) : _('Tickets')) },
];

export async function loader({ params: { eventId }, context }: Route.LoaderArgs) {
  const offered = await context.get(api).ticketTypes.listTicketTypes({ eventId });
  return { offered: packed(ListTicketTypesResponseSchema, offered), eventName: offered.event?.name ?? '' };
}

export default function EventTicketsRoute({ loaderData }: Route.ComponentProps) {
  const { event, offers, room } = usePacked(ListTicketTypesResponseSchema, loaderData.offered);
  return event ? <EventTickets event={event} offers={offers} room={room} /> : null;
}

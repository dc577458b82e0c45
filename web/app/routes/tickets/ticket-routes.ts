import { type RouteConfigEntry, route } from '@react-router/dev/routes';

const tickets = (path: string, file: string) => route(`events/:eventId/tickets${path}`, `routes/tickets/${file}.tsx`);

/** Where tickets to an event are bought, sold and shown. */
export const ticketRoutes: RouteConfigEntry[] = [
  tickets('', 'event-tickets'),
  tickets('/sales', 'ticket-sales'),
  tickets('/orders', 'event-orders'),
  tickets('/:userTicketId', 'ticket'),
];

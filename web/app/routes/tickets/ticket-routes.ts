import { type RouteConfigEntry, route } from '@react-router/dev/routes';

const tickets = (path: string, file: string) => route(`events/:eventId/tickets${path}`, `routes/tickets/${file}`);

/** Where tickets to an event are bought, sold and shown. */
export const ticketRoutes: RouteConfigEntry[] = [
  tickets('', 'event-tickets.tsx'),
  tickets('/sales', 'ticket-sales.tsx'),
  tickets('/orders', 'event-orders.tsx'),
  tickets('/:userTicketId', 'ticket.tsx'),
  tickets('/:userTicketId/pass.pkpass', 'ticket-pass.ts'),
];

import { type RouteConfigEntry, route } from '@react-router/dev/routes';

/** Checking tickets at doors, and what the team sees of it. */
export const doorRoutes: RouteConfigEntry[] = [
  route('scan', 'routes/doors/scan.tsx'),
  route('user/orgs/:festivalId/events/:eventId/doors', 'routes/doors/doors-desk.tsx'),
];

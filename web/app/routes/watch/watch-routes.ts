import { type RouteConfigEntry, route } from '@react-router/dev/routes';

/** The watch, trailer and premiere screens, and the ads before films. */
export const watchRoutes: RouteConfigEntry[] = [
  route('feed/:filmId/watch', 'routes/watch/watch.tsx'),
  route('feed/:filmId/trailer', 'routes/watch/trailer.tsx'),
  route('feed/:filmId/premiere', 'routes/watch/premiere.tsx'),
  route('feed/:filmId/premiere.ics', 'routes/watch/premiere-calendar.ts'),
  route('ads/:showingId', 'routes/watch/ad.ts'),
  route('ads/:showingId/:event', 'routes/watch/ad-event.ts'),
];

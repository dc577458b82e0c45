import { type RouteConfigEntry, route } from '@react-router/dev/routes';

const page = (path: string, file: string) => route(path, `routes/programme/${file}`);

/** Events of festivals: their public pages, the viewer's own schedule, and the desk of who makes the programme. */
export const programmeRoutes: RouteConfigEntry[] = [
  page('events/:eventId', 'event.tsx'),
  page('events/:eventId/calendar.ics', 'event-calendar.ts'),
  page('festivals/:festivalId/schedule', 'schedule.tsx'),
  page('user/schedule', 'my-schedule.tsx'),
  page('user/schedule.ics', 'my-schedule-calendar.ts'),
  page('user/orgs/:festivalId/events', 'desk-events.tsx'),
  page('user/orgs/:festivalId/events/:eventId', 'desk-event.tsx'),
];

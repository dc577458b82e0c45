import { type RouteConfigEntry, route } from '@react-router/dev/routes';

const page = (path: string, file: string) => route(path, `routes/festivals/${file}.tsx`);

/** Festivals and other organizations: their public pages, and those on which their teams manage them. */
export const festivalRoutes: RouteConfigEntry[] = [
  page('festivals', 'festivals'),
  page('festivals/:festivalId', 'festival'),
  page('user/orgs', 'own-organizations'),
  page('user/orgs/new', 'found-organization'),
  page('user/orgs/:festivalId', 'overview'),
  page('user/orgs/:festivalId/team', 'team'),
  page('user/orgs/:festivalId/fan-club', 'fan-club'),
  page('user/orgs/:festivalId/dashboard', 'dashboard'),
  page('user/orgs/:festivalId/events/:eventId/dashboard', 'event-dashboard'),
  page('user/orgs/:festivalId/money', 'money'),
  page('user/orgs/:festivalId/money/test-account', 'money-test-account'),
  route('user/orgs/:festivalId/money/statement.csv', 'routes/festivals/money-statement-csv.ts'),
  route('user/orgs/:festivalId/money/statement.pdf', 'routes/festivals/money-statement-pdf.ts'),
];

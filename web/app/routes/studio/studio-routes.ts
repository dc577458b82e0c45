import { type RouteConfigEntry, route } from '@react-router/dev/routes';

const studio = (path: string, file: string) => route(path, `routes/studio/${file}.tsx`);

/** The content studio. */
export const studioRoutes: RouteConfigEntry[] = [
  studio('content', 'content'),
  studio('content/earnings', 'earnings'),
  studio('content/earnings/test-account', 'test-payout-account'),
  route('content/earnings/statement.csv', 'routes/studio/statement-csv.ts'),
  route('content/earnings/statement.pdf', 'routes/studio/statement-pdf.ts'),
  studio('content/create', 'content-create'),
  studio('content/:filmId/edit', 'content-edit'),
  studio('content/:filmId/upload', 'content-upload'),
  studio('content/:filmId/distribution', 'content-distribution'),
  studio('content/:filmId/credits', 'content-credits'),
  studio('content/:filmId/festivals', 'content-festivals'),
  studio('content/:filmId/stats', 'content-stats'),
  route('content/:filmId/stats.csv', 'routes/studio/stats-csv.ts'),
  studio('partner-upload', 'partner-upload'),
];

import type { RouteConfig } from '@react-router/dev/routes';
import { accountRoutes } from './routes/account/account-routes.ts';
import { doorRoutes } from './routes/doors/door-routes.ts';
import { editorialRoutes } from './routes/editorial/editorial-routes.ts';
import { festivalRoutes } from './routes/festivals/festival-routes.ts';
import { filmRoutes } from './routes/film/film-routes.ts';
import { noticesRoutes } from './routes/notices/notices-routes.ts';
import { ownFilmsRoutes } from './routes/own-films/own-films-routes.ts';
import { profileRoutes } from './routes/profile/profile-routes.ts';
import { programmeRoutes } from './routes/programme/programme-routes.ts';
import { roomRoutes } from './routes/rooms/room-routes.ts';
import { settingsRoutes } from './routes/settings/settings-routes.ts';
import { studioRoutes } from './routes/studio/studio-routes.ts';
import { submissionRoutes } from './routes/submissions/submission-routes.ts';
import { ticketRoutes } from './routes/tickets/ticket-routes.ts';
import { voteRoutes } from './routes/votes/vote-routes.ts';
import { watchRoutes } from './routes/watch/watch-routes.ts';

/** Routes mirror addresses. Each area keeps its own table. */
export default [
  ...filmRoutes,
  ...watchRoutes,
  ...ownFilmsRoutes,
  ...accountRoutes,
  ...settingsRoutes,
  ...profileRoutes,
  ...studioRoutes,
  ...noticesRoutes,
  ...editorialRoutes,
  ...festivalRoutes,
  ...programmeRoutes,
  ...doorRoutes,
  ...ticketRoutes,
  ...submissionRoutes,
  ...voteRoutes,
  ...roomRoutes,
] satisfies RouteConfig;

import { type RouteConfigEntry, route } from '@react-router/dev/routes';

/** Voting in events, and what anybody may check of it. */
export const voteRoutes: RouteConfigEntry[] = [
  route('events/:eventId/vote', 'routes/votes/vote.tsx'),
  route('user/orgs/:festivalId/events/:eventId/votes', 'routes/votes/ballots-desk.tsx'),
  route('events/:eventId/votes/:ballotId', 'routes/votes/vote-records.tsx'),
];

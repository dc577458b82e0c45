import { type RouteConfigEntry, route } from '@react-router/dev/routes';

const page = (path: string, file: string) => route(path, `routes/submissions/${file}.tsx`);

/** Calls for submissions: their public pages, what makers submitted, and the desk of who decides. */
export const submissionRoutes: RouteConfigEntry[] = [
  page('festivals/:festivalId/calls/:callId', 'call'),
  page('user/submissions', 'own-submissions'),
  page('user/orgs/:festivalId/calls', 'calls-desk'),
  page('user/orgs/:festivalId/calls/:callId', 'call-desk'),
  page('user/orgs/:festivalId/calls/:callId/edit', 'call-edit'),
  page('user/orgs/:festivalId/calls/:callId/submissions/:submissionId', 'desk-submission'),
  page('judging', 'judging'),
  page('judging/calls/:callId', 'judged-call'),
  page('judging/films/:submissionId', 'score-sheet'),
  page('judging/films/:submissionId/watch', 'screening'),
];

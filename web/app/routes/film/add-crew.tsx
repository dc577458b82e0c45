import { redirect } from 'react-router';
import { requireViewer } from '../../api/viewer.ts';
import type { Route } from './+types/add-crew';

/** /feed/{id}/crew/add: credits are added in the studio, before a film is released as well as after [FLM-05]. */
export function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  throw redirect(`/content/${encodeURIComponent(args.params.filmId)}/credits`);
}

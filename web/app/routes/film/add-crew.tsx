import { api } from '../../api/context.ts';
import { forbidden, requireViewer } from '../../api/viewer.ts';
import { AddCrewPage } from '../../features/crew/add-crew-page.tsx';
import { FilmError } from '../../features/film/film-error.tsx';
import { partTitle } from '../../features/film/film-meta.ts';
import { filmHead } from '../../features/film/film-view.ts';
import { getFilmView } from '../../features/film/get-film-view.ts';
import type { Route } from './+types/add-crew';

export const meta = ({ loaderData }: Route.MetaArgs) => partTitle('Add crew', loaderData?.film);

export async function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  const { filmId } = args.params;
  const [film, access] = await Promise.all([
    getFilmView(args.context, filmId, true),
    args.context.get(api).watch.getFilmAccess({ filmId }),
  ]);
  if (!access.canEdit) throw forbidden();
  return { film: { ...filmHead(film), preview: !film.isPublic } };
}

export default function AddCrewRoute({ loaderData }: Route.ComponentProps) {
  return <AddCrewPage film={loaderData.film} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FilmError error={error} />;
}

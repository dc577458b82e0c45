import { WATCH_MESSAGES } from '@marquee/rules/watch';
import { refusalOf } from '../../api/api-error.ts';
import type { RouteHandle } from '../../api/route-handle.ts';
import { notFound } from '../../api/viewer.ts';
import { FilmError } from '../../features/film/film-error.tsx';
import { partTitle } from '../../features/film/film-meta.ts';
import { getFilmView } from '../../features/film/get-film-view.ts';
import { NoPremiere, PremierePage } from '../../features/premiere/premiere-page.tsx';
import { _, worded } from '../../language/words.ts';
import type { Route } from './+types/premiere';

export const handle = { publicPage: { tags: ({ filmId }) => [`film:${filmId}`] } } satisfies RouteHandle;

export const meta = ({ loaderData }: Route.MetaArgs) => partTitle(_('Premiere'), loaderData?.film);

export async function loader({ params, context }: Route.LoaderArgs) {
  const film = await getFilmView(context, params.filmId);
  if (!film.hasPremiere) throw notFound(WATCH_MESSAGES.premiereNotFound);
  return { film };
}

export default function PremiereRoute({ loaderData }: Route.ComponentProps) {
  return <PremierePage film={loaderData.film} />;
}

export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  const hasNone = refusalOf(error).message === worded(WATCH_MESSAGES.premiereNotFound);
  return hasNone ? <NoPremiere filmId={params.filmId ?? ''} /> : <FilmError error={error} />;
}

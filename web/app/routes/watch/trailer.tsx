import type { RouteHandle } from '../../api/route-handle.ts';
import { FilmError } from '../../features/film/film-error.tsx';
import { partTitle } from '../../features/film/film-meta.ts';
import { filmHead } from '../../features/film/film-view.ts';
import { asksForPreview, getFilmView } from '../../features/film/get-film-view.ts';
import { TrailerPage } from '../../features/film/trailer-page.tsx';
import { _ } from '../../language/words.ts';
import type { Route } from './+types/trailer';

export const handle = {
  publicPage: { tags: ({ filmId }) => [`film:${filmId}`], unless: ['preview'] },
} satisfies RouteHandle;

export const meta = ({ loaderData }: Route.MetaArgs) => partTitle(_('Trailer'), loaderData?.film);

export async function loader(args: Route.LoaderArgs) {
  const film = await getFilmView(args.context, args.params.filmId, asksForPreview(args));
  const { still, logLine, isPublic, isFree, usdCents, coins, screeningAt, startsLater } = film;
  return { film: { ...filmHead(film), still, logLine, isPublic, isFree, usdCents, coins, screeningAt, startsLater } };
}

export default function TrailerRoute({ loaderData }: Route.ComponentProps) {
  return <TrailerPage film={loaderData.film} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FilmError error={error} />;
}

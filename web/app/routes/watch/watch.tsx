import type { RouteHandle } from '../../api/route-handle.ts';
import { requireViewer } from '../../api/viewer.ts';
import { FilmError } from '../../features/film/film-error.tsx';
import { getFilmView } from '../../features/film/get-film-view.ts';
import { WatchPage } from '../../features/player/watch-page.tsx';
import type { Route } from './+types/watch';

export const handle = { bare: true } satisfies RouteHandle;

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: loaderData ? `${loaderData.film.title} · Marquee` : 'Watch · Marquee' },
];

export async function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  const { id, title, still, isPublic, screeningAt } = await getFilmView(args.context, args.params.filmId, true);
  return { film: { id, title, still, isPublic, screeningAt } };
}

export default function WatchRoute({ loaderData }: Route.ComponentProps) {
  return <WatchPage key={loaderData.film.id} film={loaderData.film} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FilmError error={error} />;
}

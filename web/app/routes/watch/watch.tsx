import type { LinksFunction } from 'react-router';
import type { RouteHandle } from '../../api/route-handle.ts';
import { requireViewer } from '../../api/viewer.ts';
import { filmLine } from '../../features/film/directors.ts';
import { FilmError } from '../../features/film/film-error.tsx';
import { getFilmView } from '../../features/film/get-film-view.ts';
import { startScript } from '../../features/player/early-start.ts';
import { engineFile } from '../../features/player/engine-file.ts';
import { WatchPage } from '../../features/player/watch-page.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/watch';

export const handle = {
  bare: true,
  tellsEndedSession: true,
  script: ({ filmId = '' }) => startScript(filmId),
} satisfies RouteHandle;

/** The engine is fetched beside the page's own code. */
export const links: LinksFunction = () => (engineFile ? [{ rel: 'modulepreload', href: engineFile }] : []);

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: loaderData ? pageTitle(filmLine(loaderData.film)) : pageTitle(_('Watch')) },
];

export async function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  const film = await getFilmView(args.context, args.params.filmId, true);
  const { id, title, directors, festival, still, isPublic, screeningAt } = film;
  return { film: { id, title, directors, festival, still, isPublic, screeningAt } };
}

export default function WatchRoute({ loaderData }: Route.ComponentProps) {
  return <WatchPage key={loaderData.film.id} film={loaderData.film} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FilmError error={error} />;
}

import { api } from '../../api/context.ts';
import type { RouteHandle } from '../../api/route-handle.ts';
import { CREW_PAGE_SIZE, CrewPage } from '../../features/crew/crew-page.tsx';
import { crewView } from '../../features/crew/crew-view.ts';
import { FilmError } from '../../features/film/film-error.tsx';
import { partTitle } from '../../features/film/film-meta.ts';
import { filmHead } from '../../features/film/film-view.ts';
import { asksForPreview, getFilmView } from '../../features/film/get-film-view.ts';
import { _ } from '../../language/words.ts';
import type { Route } from './+types/crew';

export const handle = {
  publicPage: { tags: ({ filmId }) => [`film:${filmId}`], query: ['q'], unless: ['preview'] },
} satisfies RouteHandle;

export const meta = ({ loaderData }: Route.MetaArgs) => partTitle(_('Cast and crew'), loaderData?.film);

export async function loader(args: Route.LoaderArgs) {
  const { context, params, url } = args;
  const { filmId } = params;
  const query = (url.searchParams.get('q') ?? '').trim().slice(0, 100);
  const [film, { crew, nextCursor, invitesByText }] = await Promise.all([
    getFilmView(context, filmId, asksForPreview(args)),
    context.get(api).catalogue.listCrew({ filmId, query, pageSize: CREW_PAGE_SIZE }),
  ]);
  return { film: filmHead(film), query, list: { crew: crew.map(crewView), nextCursor, byText: invitesByText } };
}

export default function CrewRoute({ loaderData }: Route.ComponentProps) {
  return <CrewPage {...loaderData} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FilmError error={error} />;
}

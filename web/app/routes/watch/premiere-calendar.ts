import { WATCH_MESSAGES } from '@marquee/rules/watch';
import { site } from '../../api/context.ts';
import type { RouteHandle } from '../../api/route-handle.ts';
import { notFound } from '../../api/viewer.ts';
import { getFilmView } from '../../features/film/get-film-view.ts';
import { premiereCalendar } from '../../features/film/premiere-calendar.ts';
import type { Route } from './+types/premiere-calendar';

export const handle = { publicPage: { tags: ({ filmId }) => [`film:${filmId}`] } } satisfies RouteHandle;

export async function loader({ params, context }: Route.LoaderArgs) {
  const film = await getFilmView(context, params.filmId);
  const { screeningAt } = film;
  if (!film.hasPremiere || !screeningAt) throw notFound(WATCH_MESSAGES.premiereNotFound);
  const text = premiereCalendar({ ...film, screeningAt }, context.get(site).publicUrl);
  const headers = {
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': 'attachment; filename="premiere.ics"',
  };
  return new Response(text, { headers });
}

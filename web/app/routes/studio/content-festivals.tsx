import { ListOwnSubmissionsResponseSchema } from '@marquee/contracts/festival/v1/submissions_pb';
import { StudioFilmSchema } from '@marquee/contracts/film/v1/film_pb';
import { api } from '../../api/context.ts';
import { packed, usePacked } from '../../api/packed.ts';
import { requirePro } from '../../api/viewer.ts';
import { eventsPage } from '../../features/programme/event-view.ts';
import { FilmFestivals } from '../../features/studio/film-festivals.tsx';
import { FilmFrame } from '../../features/studio/film-frame.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/content-festivals.ts';
import { ownFilm } from './own-film.ts';

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: pageTitle(_('Festivals · {film}', { film: loaderData?.title ?? _('Film') })) },
];

export async function loader({ context, params: { filmId } }: Route.LoaderArgs) {
  const viewer = requirePro({ context });
  const { studio, programme, submissions } = context.get(api);
  const [film, events, submitted] = await Promise.all([
    ownFilm({ studio }, filmId),
    programme.listMyFilmEvents({ filmId }),
    submissions.listOwnSubmissions({ filmId }),
  ]);
  return {
    title: film.film?.filmTitle ?? '',
    entry: packed(StudioFilmSchema, film),
    events: eventsPage(events),
    submitted: packed(ListOwnSubmissionsResponseSchema, submitted),
    isOwn: film.film?.createdBy === viewer.accountId,
  };
}

export default function ContentFestivalsRoute({ loaderData, params }: Route.ComponentProps) {
  const { entry, events, submitted, isOwn } = loaderData;
  const { submissions, nextCursor } = usePacked(ListOwnSubmissionsResponseSchema, submitted);
  return (
    <FilmFrame entry={usePacked(StudioFilmSchema, entry)}>
      <FilmFestivals
        key={params.filmId}
        filmId={params.filmId}
        events={events}
        submissions={isOwn ? { items: submissions, nextCursor } : undefined}
      />
    </FilmFrame>
  );
}

import { StudioFilmSchema } from '@marquee/contracts/film/v1/film_pb';
import { api } from '../../api/context.ts';
import { packed, usePacked } from '../../api/packed.ts';
import { requirePro } from '../../api/viewer.ts';
import { EditFilm } from '../../features/studio/edit-film.tsx';
import { FilmFrame } from '../../features/studio/film-frame.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/content-edit.ts';
import { ownFilm } from './own-film.ts';

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: pageTitle(_('{film} · Studio', { film: loaderData?.title ?? _('Film') })) },
];

export async function loader({ context, params }: Route.LoaderArgs) {
  requirePro({ context });
  const film = await ownFilm(context.get(api), params.filmId);
  return { title: film.film?.filmTitle ?? '', entry: packed(StudioFilmSchema, film) };
}

export default function ContentEditRoute({ loaderData, params }: Route.ComponentProps) {
  const entry = usePacked(StudioFilmSchema, loaderData.entry);
  return (
    <FilmFrame entry={entry}>
      <EditFilm key={params.filmId} entry={entry} />
    </FilmFrame>
  );
}

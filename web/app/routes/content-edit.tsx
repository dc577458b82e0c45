import { api } from '../api/context.ts';
import { requirePro } from '../api/viewer.ts';
import { EditFilm } from '../features/studio/edit-film.tsx';
import { FilmFrame } from '../features/studio/film-frame.tsx';
import type { Route } from './+types/content-edit.ts';

export const meta: Route.MetaFunction = ({ data }) => [{ title: `${data?.entry.film?.filmTitle ?? 'Film'} · Studio · Marquee` }];

export async function loader({ context, params }: Route.LoaderArgs) {
  requirePro({ context });
  const { film } = await context.get(api).film.getMyFilm({ filmId: params.filmId });
  if (!film) throw new Error('a film was answered without its record');
  return { entry: film };
}

export default function ContentEditRoute({ loaderData }: Route.ComponentProps) {
  return (
    <FilmFrame entry={loaderData.entry}>
      <EditFilm key={loaderData.entry.film?.id} entry={loaderData.entry} />
    </FilmFrame>
  );
}

import { StudioFilmSchema } from '@marquee/contracts/film/v1/film_pb';
import { ListUploadsResponseSchema } from '@marquee/contracts/media/v1/media_pb';
import { api } from '../../api/context.ts';
import { packed, usePacked } from '../../api/packed.ts';
import { notFound, requirePro } from '../../api/viewer.ts';
import { FilmFrame } from '../../features/studio/film-frame.tsx';
import { UploadScreen } from '../../features/upload/upload-screen.tsx';
import type { Route } from './+types/content-upload.ts';

const UPLOADS_MAX = 50;

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Upload · ${loaderData?.title ?? 'Film'} · Marquee` },
];

export async function loader({ context, params: { filmId } }: Route.LoaderArgs) {
  requirePro({ context });
  const { film: filmApi, media } = context.get(api);
  const [{ film }, uploads] = await Promise.all([
    filmApi.getMyFilm({ filmId }),
    media.listUploads({ filmId, pageSize: UPLOADS_MAX }),
  ]);
  if (!film) throw notFound('Film not found');
  return {
    title: film.film?.filmTitle ?? '',
    entry: packed(StudioFilmSchema, film),
    uploads: packed(ListUploadsResponseSchema, uploads),
  };
}

export default function ContentUploadRoute({ loaderData }: Route.ComponentProps) {
  const entry = usePacked(StudioFilmSchema, loaderData.entry);
  const { assets } = usePacked(ListUploadsResponseSchema, loaderData.uploads);
  return (
    <FilmFrame entry={entry}>
      <UploadScreen entry={entry} uploads={assets} />
    </FilmFrame>
  );
}

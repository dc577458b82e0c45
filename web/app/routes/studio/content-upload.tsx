import { create } from '@bufbuild/protobuf';
import { AssetKind, StudioFilmSchema } from '@marquee/contracts/film/v1/film_pb';
import { ListUploadsResponseSchema } from '@marquee/contracts/media/v1/media_pb';
import { isRouteErrorResponse } from 'react-router';
import { api } from '../../api/context.ts';
import { packed, usePacked } from '../../api/packed.ts';
import { requirePro } from '../../api/viewer.ts';
import { FilmFrame } from '../../features/studio/film-frame.tsx';
import { UploadScreen } from '../../features/upload/upload-screen.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/content-upload.ts';
import { ownFilm } from './own-film.ts';

const UPLOADS_MAX = 50;

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: pageTitle(_('Upload · {film}', { film: loaderData?.title ?? _('Film') })) },
];

export async function loader({ context, params: { filmId } }: Route.LoaderArgs) {
  requirePro({ context });
  const { studio, media } = context.get(api);
  const [film, open] = await Promise.all([
    ownFilm({ studio }, filmId),
    media.listUploads({ filmId, pageSize: UPLOADS_MAX }),
  ]);
  // What a slot holds is no open upload any more; its transcode is shown all the same.
  const inSlots = film.assets.filter(
    ({ kind, mediaId, stored }) => isVideo(kind) && stored && !open.assets.some(({ id }) => id === mediaId),
  );
  const held = await Promise.all(inSlots.map(({ mediaId }) => media.getAsset({ assetId: mediaId })));
  const assets = [...open.assets, ...held.flatMap(({ asset }) => asset ?? [])];
  return {
    title: film.film?.filmTitle ?? '',
    entry: packed(StudioFilmSchema, film),
    uploads: packed(ListUploadsResponseSchema, create(ListUploadsResponseSchema, { assets })),
  };
}

let shown: { filmId: string; data: Awaited<ReturnType<typeof loader>> } | undefined;

/** While the network or the server is down the page stays as it was: an upload continues when they are back. */
export async function clientLoader({ serverLoader, params: { filmId } }: Route.ClientLoaderArgs) {
  try {
    shown = { filmId, data: await serverLoader() };
  } catch (error) {
    const unavailable = error instanceof TypeError || (isRouteErrorResponse(error) && error.status >= 502);
    if (!unavailable || shown?.filmId !== filmId) throw error;
  }
  return shown.data;
}

const isVideo = (kind: AssetKind) => kind === AssetKind.FILM_VIDEO || kind === AssetKind.TRAILER_VIDEO;

export default function ContentUploadRoute({ loaderData }: Route.ComponentProps) {
  const entry = usePacked(StudioFilmSchema, loaderData.entry);
  const { assets } = usePacked(ListUploadsResponseSchema, loaderData.uploads);
  return (
    <FilmFrame entry={entry}>
      <UploadScreen entry={entry} uploads={assets} />
    </FilmFrame>
  );
}

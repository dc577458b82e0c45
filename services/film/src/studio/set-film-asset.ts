import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { requireEditor } from '../films/film-rights.ts';
import * as films from '../films/films.ts';
import { assetKind, filmIdSchema } from '../films/request-schemas.ts';
import { saveFilm } from '../films/save-film.ts';
import type { FilmWrite } from '../resources.ts';
import type { BoundAsset } from './bind-assets.ts';
import { placeAssets } from './place-assets.ts';
import { requireReplaceable } from './publishing.ts';
import { getStudioFilm, type StudioFilm } from './studio-film.ts';

export const setFilmAssetSchema = filmIdSchema.extend({ kind: assetKind, mediaId: z.string() });

/** Puts an uploaded picture or video into a slot; of an approved film it waits for staff [STU-05, STU-15]. */
export async function setFilmAsset(
  write: FilmWrite,
  viewer: AccountViewer,
  { filmId }: z.output<typeof setFilmAssetSchema>,
  bound: readonly BoundAsset[],
): Promise<StudioFilm> {
  const film = await films.lock(write.tx, filmId);
  requireEditor(viewer, film);
  const changes = await placeAssets(write, film, bound);
  if (film.published) await requireReplaceable(write, film, { ...film, ...changes }, bound);
  await saveFilm(write, film, changes, viewer.accountId);
  return getStudioFilm(write.tx, film.id);
}

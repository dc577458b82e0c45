import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import { requireEditor } from '../films/film-rights.ts';
import * as films from '../films/films.ts';
import { assetKind, filmIdSchema } from '../films/request-schemas.ts';
import { saveFilm } from '../films/save-film.ts';
import type { FilmWrite } from '../resources.ts';
import { assetLive } from './asset-errors.ts';
import * as assets from './assets.ts';
import { releaseAsset } from './place-assets.ts';
import { projectionOf } from './projection.ts';
import { getStudioFilm, type StudioFilm } from './studio-film.ts';

export const removeFilmAssetSchema = filmIdSchema.extend({ kind: assetKind });

/** Takes back a waiting replacement, or empties the slot of a film that is not published. */
export async function removeFilmAsset(
  write: FilmWrite,
  viewer: AccountViewer,
  { filmId, kind }: z.output<typeof removeFilmAssetSchema>,
): Promise<StudioFilm> {
  const { tx } = write;
  const film = await films.lock(tx, filmId);
  requireEditor(viewer, film);
  let removed = await assets.take(tx, { filmId: film.id, kind, waiting: true });
  if (!removed) {
    if (film.published) throw assetLive();
    removed = await assets.take(tx, { filmId: film.id, kind, waiting: false });
  }
  if (removed) {
    await releaseAsset(write, film.id, removed);
    await saveFilm(write, film, await projectionOf(tx, film), viewer.accountId);
  }
  return getStudioFilm(tx, film.id);
}

import type { AccountViewer } from '@marquee/runtime/viewer';
import { filmNotAvailable, filmNotYours } from '../films/film-errors.ts';
import { canEdit, isVisible } from '../films/film-rights.ts';
import * as films from '../films/films.ts';
import type { FilmResources } from '../resources.ts';
import { getStudioFilm, type StudioFilm } from './studio-film.ts';

/** One film in the studio, for its creator and staff [STU-10]. */
export async function getMyFilm(
  { db }: FilmResources,
  viewer: AccountViewer,
  { filmId }: { filmId: string },
): Promise<StudioFilm> {
  const film = await films.get(db, filmId);
  if (!canEdit(viewer, film)) throw isVisible(film) ? filmNotYours() : filmNotAvailable();
  return getStudioFilm(db, film.id);
}

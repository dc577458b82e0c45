import type { Viewer } from '@marquee/runtime/viewer';
import { canEdit, requireVisible } from '../films/film-rights.ts';
import { type FilmPage, getFilmPage } from '../films/film-store.ts';
import type { FilmResources } from '../resources.ts';

/**
 * A film for its page. Published and approved films are the same for everybody; only who may edit sees others, and
 * only when asking for the preview [FLM-09].
 */
export async function getFilm(
  { db }: Pick<FilmResources, 'db'>,
  viewer: Viewer,
  { filmId, preview }: { filmId: string; preview: boolean },
): Promise<FilmPage> {
  const film = await getFilmPage(db, filmId);
  if (!(preview && canEdit(viewer, film))) requireVisible(film);
  return film;
}

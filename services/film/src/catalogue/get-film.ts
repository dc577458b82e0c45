import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { canEdit, requireVisible } from '../films/film-rights.ts';
import * as films from '../films/films.ts';
import { filmIdSchema } from '../films/request-schemas.ts';
import type { FilmResources } from '../resources.ts';

export const getFilmSchema = filmIdSchema.extend({ preview: z.boolean() });

/**
 * A film for its page. Published and approved films are the same for everybody; only who may edit sees others, and
 * only when asking for the preview [FLM-09].
 */
export async function getFilm(
  { db }: Pick<FilmResources, 'db'>,
  viewer: Viewer,
  { filmId, preview }: z.output<typeof getFilmSchema>,
): Promise<films.FilmPage> {
  const film = await films.page(db, filmId);
  if (!(preview && canEdit(viewer, film))) requireVisible(film);
  return film;
}

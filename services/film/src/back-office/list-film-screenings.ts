import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import * as films from '../films/films.ts';
import type { filmIdSchema } from '../films/request-schemas.ts';
import type { FilmResources } from '../resources.ts';
import * as screenings from '../tickets/screenings.ts';

/** The events that show a film, and how many people came [ADF-02:screenings]. */
export async function listFilmScreenings(
  { db }: FilmResources,
  _viewer: AccountViewer,
  { filmId }: z.output<typeof filmIdSchema>,
): Promise<screenings.OfFilm[]> {
  const { id } = await films.get(db, filmId);
  return screenings.listOfFilm(db, id);
}

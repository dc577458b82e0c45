import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import * as films from '../films/films.ts';
import type { filmIdSchema } from '../films/request-schemas.ts';
import { saveFilm } from '../films/save-film.ts';
import type { FilmWrite } from '../resources.ts';
import * as premieres from './premieres.ts';

/** Ends a premiere for everybody: nobody can watch the film until it has another time [WAT-13:premiere]. */
export async function stopPremiere(
  write: FilmWrite,
  viewer: AccountViewer,
  { filmId }: z.output<typeof filmIdSchema>,
): Promise<films.Film> {
  const film = await films.lock(write.tx, filmId);
  premieres.startOf(film);
  if (film.premiereStoppedAt) return film;
  return saveFilm(write, film, { premiereStoppedAt: write.clock.now() }, viewer.accountId);
}

import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as films from '../films/films.ts';
import { given } from '../films/given.ts';
import { filmIdSchema } from '../films/request-schemas.ts';
import { saveFilm } from '../films/save-film.ts';
import type { FilmWrite } from '../resources.ts';
import { getStudioFilm, type StudioFilm } from '../studio/studio-film.ts';

export const setFilmDistributionSchema = filmIdSchema.extend({
  website: z.boolean().optional(),
  mobile: z.boolean().optional(),
  tv: z.boolean().optional(),
});

/** Sets each given way of distribution on its own [ADF-03]. */
export async function setFilmDistribution(
  write: FilmWrite,
  viewer: AccountViewer,
  { filmId, ...ways }: z.output<typeof setFilmDistributionSchema>,
): Promise<StudioFilm> {
  const film = await films.lock(write.tx, filmId);
  await saveFilm(write, film, given(ways), viewer.accountId);
  return getStudioFilm(write.tx, film.id);
}

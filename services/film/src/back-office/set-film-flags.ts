import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as films from '../films/films.ts';
import { given } from '../films/given.ts';
import { filmIdSchema } from '../films/request-schemas.ts';
import { saveFilm } from '../films/save-film.ts';
import type { FilmWrite } from '../resources.ts';
import { requirePublishable } from '../studio/publishing.ts';
import { getStudioFilm, type StudioFilm } from '../studio/studio-film.ts';

export const setFilmFlagsSchema = filmIdSchema.extend({
  isApproved: z.boolean().optional(),
  published: z.boolean().optional(),
  isFestivalWinner: z.boolean().optional(),
});

/** Sets each given flag on its own; publishing needs what it needs of a maker too [ADF-03]. */
export async function setFilmFlags(
  write: FilmWrite,
  viewer: AccountViewer,
  { filmId, isApproved, ...flags }: z.output<typeof setFilmFlagsSchema>,
): Promise<StudioFilm> {
  const film = await films.lock(write.tx, filmId);
  if (flags.published && !film.published) await requirePublishable(write, film);
  const approval = isApproved !== undefined && { isApproved, autoApproved: false, approvalWithdrawn: !isApproved };
  await saveFilm(write, film, { ...given(flags), ...approval }, viewer.accountId);
  return getStudioFilm(write.tx, film.id);
}

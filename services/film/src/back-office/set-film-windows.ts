import { staffReasonSchema } from '@marquee/rules/back-office';
import { filmWindowsSchema } from '@marquee/rules/film';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import * as films from '../films/films.ts';
import { filmIdSchema } from '../films/request-schemas.ts';
import { requireAvailableOrder } from '../films/require-available-order.ts';
import { saveFilm } from '../films/save-film.ts';
import type { FilmWrite } from '../resources.ts';
import { getStudioFilm, type StudioFilm } from '../studio/studio-film.ts';

export const setFilmWindowsSchema = filmIdSchema.extend({ ...filmWindowsSchema.shape, reason: staffReasonSchema });

/** Sets when a film can be had and how long its unlocks last; its history says why [WAT-15]. */
export async function setFilmWindows(
  write: FilmWrite,
  viewer: AccountViewer,
  { filmId, reason, ...windows }: z.output<typeof setFilmWindowsSchema>,
): Promise<StudioFilm> {
  requireAvailableOrder(windows);
  const film = await films.lock(write.tx, filmId);
  await saveFilm(write, film, windows, viewer.accountId, [{ kind: 'WINDOWS_SET', reason }]);
  return getStudioFilm(write.tx, film.id);
}

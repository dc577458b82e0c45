import { delaySchema } from '@marquee/rules/premieres';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import * as films from '../films/films.ts';
import { filmIdSchema } from '../films/request-schemas.ts';
import { saveFilm } from '../films/save-film.ts';
import type { FilmWrite } from '../resources.ts';
import { premiereOver } from './premiere-errors.ts';
import type { Hosted } from './premiere-host.ts';
import * as premieres from './premieres.ts';

export const delayPremiereSchema = filmIdSchema.extend({ minutes: delaySchema });

/** Begins a premiere later for everybody: from its start, or from now where it has started or was stopped [WAT-13:premiere]. */
export async function delayPremiere(
  write: FilmWrite,
  viewer: AccountViewer,
  { filmId, minutes }: z.output<typeof delayPremiereSchema>,
  { event }: Hosted,
): Promise<films.Film> {
  const film = await films.lock(write.tx, filmId);
  const start = premieres.startOf(film);
  const now = write.clock.now();
  if (!film.premiereStoppedAt && premieres.endOf(start, film, event) < now) throw premiereOver();
  const from = start > now ? start : now;
  const screeningStartTime = new Date(from.getTime() + minutes * 60_000);
  return saveFilm(write, film, { screeningStartTime, premiereStoppedAt: null }, viewer.accountId);
}

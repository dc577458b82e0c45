import { newId } from '@marquee/data/ids';
import { reportFilmSchema } from '@marquee/rules/film-reports';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import { requireVisibleTo } from '../films/film-rights.ts';
import * as films from '../films/films.ts';
import { filmIdSchema } from '../films/request-schemas.ts';
import type { FilmWrite } from '../resources.ts';
import * as stats from '../statistics/stats.ts';
import * as reports from './reports.ts';

export const reportFilmRequestSchema = reportFilmSchema.extend(filmIdSchema.shape);

/** Reports a film to staff; a viewer counts once per film [FLM-13]. */
export async function reportFilm(
  { tx, clock }: FilmWrite,
  viewer: AccountViewer,
  input: z.output<typeof reportFilmRequestSchema>,
): Promise<void> {
  const film = await films.get(tx, input.filmId);
  requireVisibleTo(viewer, film);
  const report = { ...input, id: newId(), accountId: viewer.accountId, createdAt: clock.now() };
  if (await reports.upsert(tx, report)) await stats.add(tx, film.id, { reports: 1 });
}

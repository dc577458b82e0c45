import { ReportFilmResponseSchema, SetLikeResponseSchema } from '@marquee/contracts/film/v1/reviews_pb';
import { newId } from '@marquee/data/ids';
import type { reportFilmSchema } from '@marquee/rules/film-reports';
import type { z } from 'zod';
import { requireVisibleTo } from '../films/film-rights.ts';
import { getFilm } from '../films/film-store.ts';
import { type Write, writeOnce } from '../films/write-once.ts';
import type { FilmResources } from '../resources.ts';
import { addToStats } from '../statistics/stat-store.ts';
import { setLikeRow, upsertReport } from './review-store.ts';

/** Likes a film or stops; saying it twice changes nothing. */
export async function setLike(resources: FilmResources, write: Write, input: { filmId: string; liked: boolean }) {
  return writeOnce(resources, write, SetLikeResponseSchema, async (tx) => {
    const film = await getFilm(tx, input.filmId);
    requireVisibleTo(write.viewer, film);
    const like = { filmId: film.id, accountId: write.viewer.accountId, liked: input.liked };
    if (await setLikeRow(tx, { ...like, now: resources.clock.now() })) {
      await addToStats(tx, film.id, { likes: input.liked ? 1 : -1 });
    }
    return { liked: input.liked };
  });
}

/** Reports a film to staff; a viewer counts once per film [FLM-13]. */
export async function reportFilm(
  resources: FilmResources,
  write: Write,
  input: z.output<typeof reportFilmSchema> & { filmId: string },
) {
  return writeOnce(resources, write, ReportFilmResponseSchema, async (tx) => {
    const film = await getFilm(tx, input.filmId);
    requireVisibleTo(write.viewer, film);
    const isNew = await upsertReport(tx, {
      id: newId(),
      film_id: film.id,
      account_id: write.viewer.accountId,
      reason: input.reason,
      details: input.details,
      created_at: resources.clock.now(),
    });
    if (isNew) await addToStats(tx, film.id, { reports: 1 });
    return {};
  });
}

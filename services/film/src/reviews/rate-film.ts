import { newId } from '@marquee/data/ids';
import { rateFilmSchema } from '@marquee/rules/reviews';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import { requireVisibleTo } from '../films/film-rights.ts';
import * as films from '../films/films.ts';
import { filmIdSchema } from '../films/request-schemas.ts';
import type { FilmWrite } from '../resources.ts';
import { meanRating } from '../statistics/mean-rating.ts';
import * as stats from '../statistics/stats.ts';
import { filmRated } from './review-events.ts';
import * as reviews from './reviews.ts';

export type RatedFilm = { review: reviews.Review | undefined; mean: number; count: number };

export const rateFilmRequestSchema = rateFilmSchema.extend(filmIdSchema.shape);

/** Rates a film or changes the rating; one for each viewer and film. No row is shared with other viewers [FLM-06]. */
export async function rateFilm(
  { tx, clock, emit, touch }: FilmWrite,
  viewer: AccountViewer,
  input: z.output<typeof rateFilmRequestSchema>,
): Promise<RatedFilm> {
  const film = await films.get(tx, input.filmId);
  requireVisibleTo(viewer, film);

  const { accountId } = viewer;
  const rated = await reviews.upsert(tx, { ...input, id: newId(), accountId, now: clock.now() });
  const changes = countChanges(rated);
  if (Object.keys(changes).length > 0) await stats.add(tx, film.id, changes);
  await emit(filmRated(rated));
  touch('film', film);
  return {
    review: await reviews.find(tx, film.id, accountId),
    ...meanRating(await stats.starsOf(tx, film.id)),
  };
}

function countChanges(review: reviews.RatedReview): Partial<Record<stats.Stat, number>> {
  const changes: Partial<Record<stats.Stat, number>> = {};
  if (review.oldRating !== review.rating) {
    if (review.oldRating !== null) changes[stats.starStat(review.oldRating)] = -1;
    changes[stats.starStat(review.rating)] = 1;
  }
  if (!review.oldMessage && review.message) changes.comments = 1;
  return changes;
}

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
import { watchedIn } from './watched-words.ts';

export type RatedFilm = { review: reviews.Review | undefined; mean: number; count: number };

export const rateFilmRequestSchema = rateFilmSchema.extend(filmIdSchema.shape);
type Given = Omit<z.output<typeof rateFilmRequestSchema>, 'spoiler'> & { spoiler?: boolean };

/**
 * Rates a film or changes the rating; one for each viewer and film. No row is shared with other viewers [FLM-06]. With a
 * watched word it waits for staff, and counts once they have released it [FLM-16].
 */
export async function rateFilm(
  { tx, clock, emit, touch, settings }: FilmWrite,
  viewer: AccountViewer,
  input: Given,
): Promise<RatedFilm> {
  const film = await films.get(tx, input.filmId);
  requireVisibleTo(viewer, film);

  const { accountId } = viewer;
  const heldWords = watchedIn(input.message, settings);
  const rated = await reviews.upsert(tx, { ...input, id: newId(), accountId, now: clock.now(), heldWords });
  const changes = countChanges(rated);
  if (Object.values(changes).some((amount) => amount !== 0)) await stats.add(tx, film.id, changes);
  await emit(filmRated(rated));
  touch('film', film);
  return {
    review: await reviews.find(tx, film.id, accountId),
    ...meanRating(await stats.starsOf(tx, film.id)),
  };
}

function countChanges(review: reviews.RatedReview): Partial<Record<stats.Stat, number>> {
  const { oldRating, oldMessage, oldHeldAt } = review;
  const changes: Partial<Record<stats.Stat, number>> = {};
  const count = (counted: { rating: number; message: string }, amount: number) => {
    const stars = stats.starStat(counted.rating);
    changes[stars] = (changes[stars] ?? 0) + amount;
    if (counted.message) changes.comments = (changes.comments ?? 0) + amount;
  };
  if (oldRating !== null && oldHeldAt === null) count({ rating: oldRating, message: oldMessage ?? '' }, -1);
  if (review.heldAt === null) count(review, 1);
  return changes;
}

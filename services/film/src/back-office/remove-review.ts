import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as films from '../films/films.ts';
import type { FilmWrite } from '../resources.ts';
import { reviewNotFound } from '../reviews/review-errors.ts';
import * as reviews from '../reviews/reviews.ts';
import { uncountReview } from '../reviews/uncount-review.ts';

export const reviewIdSchema = z.object({ reviewId: z.string() });

/** Removes somebody's review, its stars as well. */
export async function removeReview(
  { tx, touch }: FilmWrite,
  _viewer: AccountViewer,
  { reviewId }: z.output<typeof reviewIdSchema>,
): Promise<void> {
  const review = await reviews.remove(tx, reviewId);
  if (!review) throw reviewNotFound();
  await uncountReview(tx, review);
  touch('film', await films.get(tx, review.filmId));
}

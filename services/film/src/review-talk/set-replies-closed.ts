import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FilmWrite } from '../resources.ts';
import { reviewNotFound } from '../reviews/review-errors.ts';
import * as reviews from '../reviews/reviews.ts';
import { openReview, touchFilmOf } from './open-review.ts';

export const setRepliesClosedSchema = z.object({ reviewId: z.string(), closed: z.boolean() });

/** Closes the replies to the viewer's own review, or opens them; those that are there stay [FLM-14:replies]. */
export async function setRepliesClosed(
  write: FilmWrite,
  viewer: AccountViewer,
  { reviewId, closed }: z.output<typeof setRepliesClosedSchema>,
): Promise<{ closed: boolean }> {
  const review = await openReview(write.tx, viewer, reviewId);
  if (review.accountId !== viewer.accountId) throw reviewNotFound();
  await reviews.setRepliesClosed(write.tx, review.id, closed);
  await touchFilmOf(write, review.filmId);
  return { closed };
}

import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as films from '../films/films.ts';
import * as filmActions from '../moderation/film-actions.ts';
import type { FilmWrite } from '../resources.ts';
import { uncountReview } from '../reviews/count-review.ts';
import { reviewNotFound } from '../reviews/review-errors.ts';
import * as reviews from '../reviews/reviews.ts';

export const reviewIdSchema = z.object({ reviewId: z.string() });

/** Removes somebody's review, its stars as well; the film's history says so, without what was written. */
export async function removeReview(
  { tx, clock, touch }: FilmWrite,
  viewer: AccountViewer,
  { reviewId }: z.output<typeof reviewIdSchema>,
): Promise<void> {
  const review = await reviews.remove(tx, reviewId);
  if (!review) throw reviewNotFound();
  const film = await films.lock(tx, review.filmId);
  await uncountReview(tx, review);
  const at = { filmId: film.id, version: film.version, actorId: viewer.accountId, createdAt: clock.now() };
  const changes = [{ field: 'reviewBy', before: review.accountId, after: '' }];
  await filmActions.insert(tx, at, [{ kind: 'REVIEW_REMOVED', changes }]);
  touch('film', film);
}

import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FilmWrite } from '../resources.ts';
import * as reviews from '../reviews/reviews.ts';
import { openReview, reactTo } from './open-review.ts';
import * as counts from './review-counts.ts';
import * as likes from './review-likes.ts';
import { ownReview } from './talk-errors.ts';

export const setReviewLikeSchema = z.object({ reviewId: z.string(), liked: z.boolean() });

/** Likes somebody else's review, or takes that back, which a block does not prevent [FLM-14:review-likes]. */
export async function setReviewLike(
  { tx, clock }: FilmWrite,
  viewer: AccountViewer,
  { reviewId, liked }: z.output<typeof setReviewLikeSchema>,
): Promise<{ liked: boolean; likeCount: number }> {
  const { id, accountId } = liked ? await reactTo(tx, viewer, reviewId) : await openReview(tx, viewer, reviewId);
  if (accountId === viewer.accountId) throw ownReview();
  if (await likes.set(tx, { reviewId: id, accountId: viewer.accountId }, liked ? clock.now() : null)) {
    await counts.add(tx, id, { likes: liked ? 1 : -1 });
  }
  return { liked, likeCount: (await reviews.byId(tx, id))?.likeCount ?? 0 };
}

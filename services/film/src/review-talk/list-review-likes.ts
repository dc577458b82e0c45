import { keyset } from '@marquee/data/paging';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import { listSchema } from '../films/request-schemas.ts';
import type { FilmResources } from '../resources.ts';
import { openReview } from './open-review.ts';
import { reviewIdSchema } from './review-id.ts';
import * as likes from './review-likes.ts';

export const reviewPageSchema = listSchema.extend(reviewIdSchema.shape);
export type Likers = { rows: likes.Liker[]; nextCursor: string };

/** Who liked a review and shows themself to the viewer [FLM-14:review-likes]. */
export async function listReviewLikes(
  { db, config }: Pick<FilmResources, 'db' | 'config'>,
  viewer: AccountViewer,
  { reviewId, pageSize, cursor }: z.output<typeof reviewPageSchema>,
): Promise<Likers> {
  const { id } = await openReview(db, viewer, reviewId);
  const { after, limit, page } = keyset<likes.LikeKey>({
    ...{ key: config.CURSOR_KEY, scope: JSON.stringify(['review-likes', id]), size: pageSize, cursor },
  });
  const people = await likes.listPeople(db, {
    reviewId: id,
    viewerId: viewer.accountId,
    limit,
    ...(after && { after }),
  });
  return page(people, (liker) => [liker.likedAt.toISOString(), liker.id]);
}

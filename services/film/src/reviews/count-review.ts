import type { Tx } from '@marquee/data/database';
import type { Review } from '../../gen/prisma/client.ts';
import * as stats from '../statistics/stats.ts';

type Counted = Pick<Review, 'filmId' | 'rating' | 'message'>;

/** Adds the stars and the words of a review to the counts of its film. */
export async function countReview(tx: Tx, { filmId, rating, message }: Counted, amount: 1 | -1 = 1): Promise<void> {
  await stats.add(tx, filmId, { [stats.starStat(rating)]: amount, comments: message ? amount : 0 });
}

/** Takes a deleted review out of the counts, where one that waits for staff never was. */
export async function uncountReview(tx: Tx, review: Review): Promise<void> {
  if (review.heldAt === null) await countReview(tx, review, -1);
}

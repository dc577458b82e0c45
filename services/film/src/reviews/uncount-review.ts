import type { Tx } from '@marquee/data/database';
import type { Review } from '../../gen/prisma/client.ts';
import * as stats from '../statistics/stats.ts';

/** Takes a deleted review out of the counts. */
export async function uncountReview(tx: Tx, { filmId, rating, message }: Review): Promise<void> {
  await stats.add(tx, filmId, { [stats.starStat(rating)]: -1, comments: message ? -1 : 0 });
}

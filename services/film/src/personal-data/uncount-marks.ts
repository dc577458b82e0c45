import type { Tx } from '@marquee/data/database';

/** Marks that are removed by one statement. */
const MARKS_AT_ONCE = 500;

const uncount = (table: string, stat: string) => `
  WITH gone AS (
    DELETE FROM ${table} WHERE (film_id, account_id) IN (
      SELECT film_id, account_id FROM ${table} WHERE account_id = $1 ORDER BY film_id LIMIT ${MARKS_AT_ONCE} FOR UPDATE
    ) RETURNING film_id
  )
  INSERT INTO stat_deltas (film_id, ${stat}) SELECT film_id, -1 FROM gone RETURNING 1`;

const UNCOUNT_REVIEW_LIKES = `
  WITH gone AS (
    DELETE FROM review_likes WHERE (review_id, account_id) IN (
      SELECT review_id, account_id FROM review_likes WHERE account_id = $1 ORDER BY review_id LIMIT ${MARKS_AT_ONCE} FOR UPDATE
    ) RETURNING review_id
  )
  INSERT INTO review_deltas (review_id, likes) SELECT review_id, -1 FROM gone RETURNING 1`;

/** Removes likes and blocks of an account together with their counts. True while some may be left. */
export async function uncountMarks(tx: Tx, accountId: string): Promise<boolean> {
  const likes = await tx.query(uncount('film_likes', 'likes'), [accountId]);
  const blocks = await tx.query(uncount('film_blocks', 'blocks'), [accountId]);
  const reviewLikes = await tx.query(UNCOUNT_REVIEW_LIKES, [accountId]);
  return [likes, blocks, reviewLikes].some(({ length }) => length === MARKS_AT_ONCE);
}

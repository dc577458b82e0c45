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

/** Removes likes and blocks of an account together with their counts. True while some may be left. */
export async function uncountMarks(tx: Tx, accountId: string): Promise<boolean> {
  const likes = await tx.query(uncount('film_likes', 'likes'), [accountId]);
  const blocks = await tx.query(uncount('film_blocks', 'blocks'), [accountId]);
  return likes.length === MARKS_AT_ONCE || blocks.length === MARKS_AT_ONCE;
}

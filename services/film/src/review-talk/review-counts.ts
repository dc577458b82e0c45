import type { Database } from '@marquee/data/database';
import type { Queryable } from '../films/films.ts';

type Amounts = { likes?: number; replies?: number };

/** Counts by adding a row of its own, so that no two people wait for each other. */
export async function add(tx: Queryable, reviewId: string, { likes = 0, replies = 0 }: Amounts): Promise<void> {
  const text = 'INSERT INTO review_deltas (review_id, likes, replies) VALUES ($1, $2, $3)';
  await tx.query({ name: 'review-counts.add', text, values: [reviewId, likes, replies] });
}

const waiting = (what: 'likes' | 'replies') =>
  `(r.${what} + coalesce((SELECT sum(d.${what}) FROM review_deltas d WHERE d.review_id = r.id), 0))::int`;

/** The columns of the numbers of a review `r` as of now. */
export const COUNTS = `${waiting('likes')} AS like_count, ${waiting('replies')} AS reply_count`;

const FOLD_ROWS_MAX = 5_000;

const FOLD = `
  WITH taken AS (
    DELETE FROM review_deltas WHERE id IN (
      SELECT id FROM review_deltas ORDER BY id LIMIT ${FOLD_ROWS_MAX} FOR UPDATE SKIP LOCKED)
    RETURNING review_id, likes, replies
  ), sums AS (
    SELECT review_id, sum(likes)::int AS likes, sum(replies)::int AS replies FROM taken GROUP BY review_id
  ), held AS (
    SELECT id FROM reviews WHERE id IN (SELECT review_id FROM sums) ORDER BY id FOR UPDATE
  ), folded AS (
    UPDATE reviews r SET likes = r.likes + s.likes, replies = r.replies + s.replies
    FROM sums s JOIN held h ON h.id = s.review_id WHERE r.id = s.review_id
  )
  SELECT count(*)::int AS taken FROM taken`;

/** Sums what waits into the reviews. Readers add both, so no count is ever missing or doubled. */
export async function fold(db: Database): Promise<void> {
  for (;;) {
    const [row] = await db.query<{ taken: number }>({ name: 'review-counts.fold', text: FOLD });
    if ((row?.taken ?? 0) < FOLD_ROWS_MAX) return;
  }
}

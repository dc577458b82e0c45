import type { Tx } from '@marquee/data/database';
import { SPOILER_MARKS } from '@marquee/rules/review-talk';

type Folding = { spoiler: boolean; spoilerDecided: boolean | null; foldedAt: Date | null };

/**
 * Whether words are folded until a reader asks for them: marked by their writer, or by staff, or by readers whom staff
 * have not overruled [FLM-16].
 */
export const isFolded = ({ spoiler, spoilerDecided, foldedAt }: Folding): boolean =>
  spoiler || (spoilerDecided ?? foldedAt !== null);

/** What is marked: a review or a reply. */
export type Marked = { kind: 'REVIEW' | 'REPLY'; id: string };

const TABLES = {
  REVIEW: { words: 'reviews', marks: 'review_spoiler_marks', id: 'review_id' },
  REPLY: { words: 'review_replies', marks: 'reply_spoiler_marks', id: 'reply_id' },
} as const;

/**
 * Sets or removes the mark of a reader, and folds or unfolds what is marked when the number of marks says so. True when
 * it was folded or unfolded.
 */
export async function setMark(
  tx: Tx,
  { kind, id }: Marked,
  { accountId, now, marked }: { accountId: string; now: Date; marked: boolean },
): Promise<boolean> {
  const table = TABLES[kind];
  // Marks of one text are counted one after the other.
  await tx.query(`SELECT FROM ${table.words} WHERE id = $1 FOR NO KEY UPDATE`, [id]);
  if (marked) {
    const text = `INSERT INTO ${table.marks} (${table.id}, account_id, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`;
    await tx.query(text, [id, accountId, now]);
  } else {
    await tx.query(`DELETE FROM ${table.marks} WHERE ${table.id} = $1 AND account_id = $2`, [id, accountId]);
  }
  const changed = await tx.query(
    `UPDATE ${table.words} t SET folded_at = CASE WHEN c.enough THEN $2::timestamptz END
     FROM (SELECT count(*) >= ${SPOILER_MARKS} AS enough FROM ${table.marks} WHERE ${table.id} = $1) c
     WHERE t.id = $1 AND (t.folded_at IS NOT NULL) <> c.enough RETURNING 1`,
    [id, now],
  );
  return changed.length > 0;
}

import { columnsOf } from '@marquee/data/columns';
import type { Tx } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';
import { Prisma, type ReviewReply } from '../../gen/prisma/client.ts';
import type { Queryable } from '../films/films.ts';
import { unblocked } from '../people/blocks.ts';

/** A reply with what is known of who wrote it. */
export type Reply = ReviewReply & {
  firstName: string | null;
  lastName: string | null;
  profilePicture: string | null;
};

const FIELDS = Object.values(Prisma.ReviewReplyScalarFieldEnum);
const REPLY = `
  SELECT ${columnsOf(FIELDS, 'y')}, p.first_name, p.last_name, p.profile_picture
  FROM review_replies y LEFT JOIN people p ON p.id = y.account_id`;

/** Time and id of the last reply of a page. */
export type ReplyKey = [createdAt: string, id: string];

/** Replies to a review that this viewer sees, the oldest first; `viewerId` is null for a visitor. */
export async function list(
  db: Queryable,
  { reviewId, viewerId, after, limit }: { reviewId: string; viewerId: string | null; after?: ReplyKey; limit: number },
): Promise<Reply[]> {
  return db.query<Reply>({
    name: 'review-replies.list',
    text: `${REPLY}
      WHERE y.review_id = $1 AND (y.held_at IS NULL OR y.account_id = $2) AND ${unblocked('y.account_id', '$2::uuid')}
        AND ($3::timestamptz IS NULL OR (y.created_at, y.id) > ($3, $4::uuid))
      ORDER BY y.created_at, y.id LIMIT $5`,
    values: [reviewId, viewerId, ...(after ?? [null, null]), limit],
  });
}

export async function find(db: Queryable, replyId: string): Promise<Reply | undefined> {
  if (!isId(replyId)) return undefined;
  const [row] = await db.query<Reply>({
    name: 'review-replies.find',
    text: `${REPLY} WHERE y.id = $1`,
    values: [replyId],
  });
  return row;
}

/** Locks a reply until the transaction ends. */
export async function lock(tx: Tx, replyId: string): Promise<Reply | undefined> {
  if (!isId(replyId)) return undefined;
  await tx.query('SELECT FROM review_replies WHERE id = $1 FOR UPDATE', [replyId]);
  return find(tx, replyId);
}

type Words = Pick<ReviewReply, 'id' | 'message' | 'spoiler'> & { heldWords: readonly string[]; now: Date };

export async function insert(
  tx: Tx,
  { id, reviewId, accountId, message, spoiler, heldWords, now }: Words & Pick<ReviewReply, 'reviewId' | 'accountId'>,
): Promise<void> {
  await tx.query({
    name: 'review-replies.insert',
    text: `
      INSERT INTO review_replies (id, review_id, account_id, message, spoiler, created_at, held_words, held_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, CASE WHEN cardinality($7::text[]) > 0 THEN $6::timestamptz END)`,
    values: [id, reviewId, accountId, message, spoiler, now, heldWords],
  });
}

/** Changes a reply. Words that stay as they are stay held or released. */
export async function update(tx: Tx, { id, message, spoiler, heldWords, now }: Words): Promise<void> {
  await tx.query(
    `UPDATE review_replies y SET version = y.version + 1, message = $2, spoiler = $3, edited_at = $4,
       held_words = CASE WHEN y.message = $2 THEN y.held_words ELSE $5 END,
       held_at = CASE WHEN y.message = $2 THEN y.held_at WHEN cardinality($5::text[]) > 0 THEN $4::timestamptz END
     WHERE id = $1`,
    [id, message, spoiler, now, heldWords],
  );
}

export async function remove(tx: Tx, replyId: string): Promise<void> {
  await tx.query('DELETE FROM review_replies WHERE id = $1', [replyId]);
}

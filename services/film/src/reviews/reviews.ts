import { columnsOf } from '@marquee/data/columns';
import type { Tx } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';
import { Prisma, type Review as ReviewModel } from '../../gen/prisma/client.ts';
import type { Queryable } from '../films/films.ts';
import { unblocked } from '../people/blocks.ts';
import { COUNTS } from '../review-talk/review-counts.ts';

/** A review with its film's title and what is known of who wrote it. */
export type Review = ReviewModel & {
  filmTitle: string;
  firstName: string | null;
  lastName: string | null;
  profilePicture: string | null;
  likeCount: number;
  replyCount: number;
};

const FIELDS = Object.values(Prisma.ReviewScalarFieldEnum);

const REVIEW = `
  SELECT ${columnsOf(FIELDS, 'r')}, f.film_title, p.first_name, p.last_name, p.profile_picture, ${COUNTS}
  FROM reviews r JOIN films f ON f.id = r.film_id LEFT JOIN people p ON p.id = r.account_id`;

export type ReviewOrder = 'NEWEST' | 'MOST_LIKED';
/** What the last review of a page is ordered by: its likes (0 where the order is another), its time and its id. */
export type ReviewKey = [likes: number, createdAt: string, id: string];

const ORDERS = {
  NEWEST: { after: '(r.created_at, r.id) < ($4, $5::uuid)', by: 'r.created_at DESC, r.id DESC' },
  MOST_LIKED: {
    after: '(r.likes, r.created_at, r.id) < ($3, $4, $5::uuid)',
    by: 'r.likes DESC, r.created_at DESC, r.id DESC',
  },
} as const;

/**
 * Reviews of a film, for a viewer without those between whom and them is a block; with `all`, ratings without words and what
 * waits for staff as well.
 */
export async function list(
  db: Queryable,
  {
    filmId,
    viewerId,
    all,
    order,
    after,
    limit,
  }: {
    filmId: string;
    viewerId: string | null;
    all: boolean;
    order: ReviewOrder;
    after: ReviewKey | undefined;
    limit: number;
  },
): Promise<Review[]> {
  const { after: beyond, by } = ORDERS[order];
  return db.query<Review>({
    name: `reviews.list-${order.toLowerCase()}`,
    text: `${REVIEW}
      WHERE r.film_id = $1 AND ($2 OR (r.message <> '' AND r.held_at IS NULL))
        AND ($3::int IS NULL OR $4::timestamptz IS NULL OR ${beyond})
        AND ($7::uuid IS NULL OR ${unblocked('r.account_id', '$7::uuid')})
      ORDER BY ${by} LIMIT $6`,
    values: [filmId, all, ...(after ?? [null, null, null]), limit, viewerId],
  });
}

export async function byId(db: Queryable, reviewId: string): Promise<Review | undefined> {
  if (!isId(reviewId)) return undefined;
  const [row] = await db.query<Review>({
    name: 'reviews.by-id',
    text: `${REVIEW} WHERE r.id = $1`,
    values: [reviewId],
  });
  return row;
}

/** Keeps a review from being deleted until the transaction ends. */
export async function hold(tx: Tx, reviewId: string): Promise<void> {
  if (isId(reviewId)) await tx.query('SELECT FROM reviews WHERE id = $1 FOR KEY SHARE', [reviewId]);
}

export async function setRepliesClosed(tx: Tx, reviewId: string, closed: boolean): Promise<void> {
  await tx.query('UPDATE reviews SET replies_closed = $2 WHERE id = $1', [reviewId, closed]);
}

/** The viewer's own review of a film. */
export async function find(db: Queryable, filmId: string, accountId: string): Promise<Review | undefined> {
  const [row] = await db.query<Review>({
    name: 'reviews.own',
    text: `${REVIEW} WHERE r.film_id = $1 AND r.account_id = $2`,
    values: [filmId, accountId],
  });
  return row;
}

export type RatedReview = ReviewModel & {
  oldRating: number | null;
  oldMessage: string | null;
  oldHeldAt: Date | null;
};

// OLD is what the row held before: two ratings of one viewer at the same time each see the other's. Words that stay as
// they are stay held or released.
const RATE = `
  INSERT INTO reviews AS r (id, film_id, account_id, rating, message, created_at, updated_at, held_at, held_words,
    spoiler)
  VALUES ($1, $2, $3, $4, $5, $6, $6, CASE WHEN cardinality($7::text[]) > 0 THEN $6::timestamptz END, $7, $8)
  ON CONFLICT (film_id, account_id) DO UPDATE SET
    rating = excluded.rating, updated_at = excluded.updated_at, version = r.version + 1,
    message = CASE WHEN excluded.message = '' THEN r.message ELSE excluded.message END,
    spoiler = CASE WHEN excluded.message = '' THEN r.spoiler ELSE excluded.spoiler END,
    held_at = CASE WHEN excluded.message IN ('', r.message) THEN r.held_at ELSE excluded.held_at END,
    held_words = CASE WHEN excluded.message IN ('', r.message) THEN r.held_words ELSE excluded.held_words END
  RETURNING ${columnsOf(FIELDS, 'r')}, old.rating AS old_rating, old.message AS old_message, old.held_at AS old_held_at`;

/** Sets a viewer's rating; without words an earlier review keeps its own. */
export async function upsert(
  tx: Tx,
  review: Pick<ReviewModel, 'id' | 'filmId' | 'accountId' | 'rating' | 'message'> & {
    now: Date;
    /** The watched words in the message. */
    heldWords?: readonly string[];
    spoiler?: boolean;
  },
): Promise<RatedReview> {
  const { id, filmId, accountId, rating, message, now, heldWords = [], spoiler = false } = review;
  const values = [id, filmId, accountId, rating, message, now, heldWords, spoiler];
  const [row] = await tx.query<RatedReview>({ name: 'reviews.rate', text: RATE, values });
  if (!row) throw new Error('A rating was neither added nor changed.');
  return row;
}

/** Deletes the viewer's own review and gives what it was. */
export async function removeOwn(tx: Tx, filmId: string, accountId: string): Promise<ReviewModel | undefined> {
  const text = `DELETE FROM reviews WHERE film_id = $1 AND account_id = $2 RETURNING ${columnsOf(FIELDS)}`;
  const [row] = await tx.query<ReviewModel>(text, [filmId, accountId]);
  return row;
}

/** Deletes the viewer's own rating if it has no words and these stars, and gives what it was. */
export async function removeUnchanged(
  tx: Tx,
  { filmId, accountId, rating }: Pick<ReviewModel, 'filmId' | 'accountId' | 'rating'>,
): Promise<ReviewModel | undefined> {
  const text = `DELETE FROM reviews WHERE film_id = $1 AND account_id = $2 AND rating = $3 AND message = ''
    RETURNING ${columnsOf(FIELDS)}`;
  const [row] = await tx.query<ReviewModel>(text, [filmId, accountId, rating]);
  return row;
}

/** Deletes a review and gives what it was. */
export async function remove(tx: Tx, reviewId: string): Promise<ReviewModel | undefined> {
  if (!isId(reviewId)) return undefined;
  const text = `DELETE FROM reviews WHERE id = $1 RETURNING ${columnsOf(FIELDS)}`;
  const [row] = await tx.query<ReviewModel>(text, [reviewId]);
  return row;
}

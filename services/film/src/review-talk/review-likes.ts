import type { Tx } from '@marquee/data/database';
import type { Queryable } from '../films/films.ts';
import { unblocked } from '../people/blocks.ts';
import { COUNTS } from './review-counts.ts';

type Like = { reviewId: string; accountId: string };

/** True when this changed something. */
export async function set(tx: Tx, { reviewId, accountId }: Like, now: Date | null): Promise<boolean> {
  const rows = now
    ? await tx.query(
        `INSERT INTO review_likes (review_id, account_id, created_at) VALUES ($1, $2, $3)
         ON CONFLICT DO NOTHING RETURNING 1`,
        [reviewId, accountId, now],
      )
    : await tx.query('DELETE FROM review_likes WHERE review_id = $1 AND account_id = $2 RETURNING 1', [
        reviewId,
        accountId,
      ]);
  return rows.length > 0;
}

export type Liker = { id: string; firstName: string; lastName: string; profilePicture: string; likedAt: Date };
/** When the last one of a page liked it, and their id. */
export type LikeKey = [likedAt: string, id: string];

/** Who liked a review and shows themself to this viewer, the newest first. */
export async function listPeople(
  db: Queryable,
  { reviewId, viewerId, after, limit }: { reviewId: string; viewerId: string; after?: LikeKey; limit: number },
): Promise<Liker[]> {
  return db.query<Liker>({
    name: 'review-likes.people',
    text: `
      SELECT p.id, p.first_name, p.last_name, p.profile_picture, l.created_at AS liked_at
      FROM review_likes l JOIN people p ON p.id = l.account_id
      WHERE l.review_id = $1 AND (p.first_name <> '' OR p.last_name <> '')
        AND (p.id = $2 OR (NOT p.is_private AND NOT p.is_suspended AND ${unblocked('p.id', '$2::uuid')}))
        AND ($3::timestamptz IS NULL OR (l.created_at, l.account_id) < ($3, $4::uuid))
      ORDER BY l.created_at DESC, l.account_id DESC LIMIT $5`,
    values: [reviewId, viewerId, ...(after ?? [null, null]), limit],
  });
}

export type LikedReview = { reviewId: string; likeCount: number };

/** The reviews of a film that somebody liked, the newest first. */
export async function listOfFilm(
  db: Queryable,
  { filmId, accountId, limit }: { filmId: string; accountId: string; limit: number },
): Promise<LikedReview[]> {
  return db.query<LikedReview>({
    name: 'review-likes.of-film',
    text: `
      SELECT r.id AS review_id, ${COUNTS} FROM review_likes l JOIN reviews r ON r.id = l.review_id
      WHERE l.account_id = $2 AND r.film_id = $1 ORDER BY l.created_at DESC, r.id LIMIT $3`,
    values: [filmId, accountId, limit],
  });
}

/** Writers of reviews that were liked before a moment, of which nobody has notified them yet. */
export async function unnoticedWriters(db: Queryable, before: Date, limit: number): Promise<string[]> {
  const rows = await db.query<{ accountId: string }>(
    `SELECT DISTINCT r.account_id FROM review_likes l JOIN reviews r ON r.id = l.review_id
     WHERE NOT l.noticed AND l.created_at < $1 LIMIT $2`,
    [before, limit],
  );
  return rows.map(({ accountId }) => accountId);
}

export type GatheredLikes = { accountId: string; filmId: string; likes: number };

/** Marks the likes of these writers' reviews before a moment as noticed, and gives how many there were for each. */
export async function gather(tx: Tx, writerIds: readonly string[], before: Date): Promise<GatheredLikes[]> {
  return tx.query<GatheredLikes>(
    `WITH marked AS (
       UPDATE review_likes l SET noticed = true FROM reviews r
       WHERE r.id = l.review_id AND r.account_id = ANY($1) AND NOT l.noticed AND l.created_at < $2
       RETURNING r.account_id, r.film_id
     )
     SELECT account_id, count(*)::int AS likes,
       CASE WHEN count(DISTINCT film_id) = 1 THEN min(film_id::text) ELSE '' END AS film_id
     FROM marked GROUP BY account_id ORDER BY account_id`,
    [writerIds, before],
  );
}

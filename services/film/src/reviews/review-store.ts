import type { Tx } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';
import type { FilmReport, Review } from '../../gen/prisma/client.ts';
import { NUMBERS, NUMBERS_FROM, type Queryable } from '../films/film-store.ts';

export type ReviewRow = Review & {
  film_title: string;
  first_name: string | null;
  last_name: string | null;
  profile_picture: string | null;
};

const REVIEW = `
  SELECT r.*, f.film_title, p.first_name, p.last_name, p.profile_picture
  FROM reviews r JOIN films f ON f.id = r.film_id LEFT JOIN people p ON p.id = r.account_id`;

/** Reviews of a film, newest first; ratings without words only where all are wanted. */
export async function listReviewRows(
  db: Queryable,
  list: { filmId: string; after: [string, string] | undefined; size: number; all: boolean },
): Promise<ReviewRow[]> {
  return db.query<ReviewRow>({
    name: 'reviews.list',
    text: `${REVIEW}
      WHERE r.film_id = $1 AND ($2 OR r.message <> '')
        AND ($3::timestamptz IS NULL OR (r.created_at, r.id) < ($3, $4::uuid))
      ORDER BY r.created_at DESC, r.id DESC LIMIT $5`,
    values: [list.filmId, list.all, list.after?.[0] ?? null, list.after?.[1] ?? null, list.size + 1],
  });
}

export async function getReviewOf(db: Queryable, filmId: string, accountId: string): Promise<ReviewRow | undefined> {
  const [row] = await db.query<ReviewRow>({
    name: 'reviews.own',
    text: `${REVIEW} WHERE r.film_id = $1 AND r.account_id = $2`,
    values: [filmId, accountId],
  });
  return row;
}

export type RatedReview = Review & { old_rating: number | null; old_message: string | null };

// OLD is what the row held before: two ratings of one viewer at the same time each see the other's.
const RATE = `
  INSERT INTO reviews AS r (id, film_id, account_id, rating, message, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $6)
  ON CONFLICT (film_id, account_id) DO UPDATE SET
    rating = excluded.rating, updated_at = excluded.updated_at, version = r.version + 1,
    message = CASE WHEN excluded.message = '' THEN r.message ELSE excluded.message END
  RETURNING r.*, old.rating AS old_rating, old.message AS old_message`;

/** Sets a viewer's rating; without words an earlier review keeps its own. */
export async function upsertReview(
  tx: Tx,
  review: { id: string; filmId: string; accountId: string; rating: number; message: string; now: Date },
): Promise<RatedReview> {
  const values = [review.id, review.filmId, review.accountId, review.rating, review.message, review.now];
  const [row] = await tx.query<RatedReview>({ name: 'reviews.rate', text: RATE, values });
  if (!row) throw new Error('A rating was neither added nor changed.');
  return row;
}

export async function deleteReviewRow(
  tx: Tx,
  which: { reviewId: string } | { filmId: string; accountId: string },
): Promise<Review | undefined> {
  if ('reviewId' in which) {
    if (!isId(which.reviewId)) return undefined;
    const [row] = await tx.query<Review>('DELETE FROM reviews WHERE id = $1 RETURNING *', [which.reviewId]);
    return row;
  }
  const text = 'DELETE FROM reviews WHERE film_id = $1 AND account_id = $2 RETURNING *';
  const [row] = await tx.query<Review>(text, [which.filmId, which.accountId]);
  return row;
}

/** Ratings of 1 to 5 stars as of now. */
export async function getStars(db: Queryable, filmId: string): Promise<number[]> {
  const text = `SELECT ${NUMBERS} FROM films f ${NUMBERS_FROM} WHERE f.id = $1`;
  const [row] = await db.query<{ stars: number[] }>({ name: 'reviews.stars', text, values: [filmId] });
  return row?.stars ?? [0, 0, 0, 0, 0];
}

/** True when this changed something. */
export async function setLikeRow(
  tx: Tx,
  like: { filmId: string; accountId: string; liked: boolean; now: Date },
): Promise<boolean> {
  const rows = like.liked
    ? await tx.query(
        `INSERT INTO film_likes (film_id, account_id, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING 1`,
        [like.filmId, like.accountId, like.now],
      )
    : await tx.query('DELETE FROM film_likes WHERE film_id = $1 AND account_id = $2 RETURNING 1', [
        like.filmId,
        like.accountId,
      ]);
  return rows.length > 0;
}

/** True when it is the viewer's first report of the film; a later one replaces its words. */
export async function upsertReport(tx: Tx, report: FilmReport): Promise<boolean> {
  const [row] = await tx.query<{ is_new: boolean }>(
    `INSERT INTO film_reports AS r (id, film_id, account_id, reason, details, created_at) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (film_id, account_id) DO UPDATE SET reason = excluded.reason, details = excluded.details
     RETURNING old.id IS NULL AS is_new`,
    [report.id, report.film_id, report.account_id, report.reason, report.details, report.created_at],
  );
  return row?.is_new ?? false;
}

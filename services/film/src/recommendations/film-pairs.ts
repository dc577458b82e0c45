import type { Tx } from '@marquee/data/database';
import { PAIR_PEOPLE_MIN, PAIRS_MAX, SIGNALS_MAX } from '@marquee/rules/recommendations';
import { CARD, type Card } from '../films/cards.ts';
import { type Queryable, VISIBLE } from '../films/films.ts';
import { NUMBERS_FROM } from '../statistics/stats.ts';
import { signals } from './signals.ts';

/** Each statement is of a slice, so that none of them runs long, whatever the number of people and films. */
const ACCOUNT_SLICES = 16;
const FILMS_AT_ONCE = 25;
/** Few people prove less: a pair of ten is worth half of what a pair of many is. */
const SHRINKAGE = 10;
/** What films have in common counts where people have not said enough yet. */
const [SHARED_GENRES_WORTH, SHARED_DIRECTOR_WORTH] = [0.1, 0.15];

/** Locks the making of pairs; false while another process makes them, or when they were made after this time. */
export async function lockRun(tx: Tx, before: Date): Promise<boolean> {
  const text = `SELECT FROM pair_runs WHERE id = 1 AND (made_at IS NULL OR made_at <= $1) FOR UPDATE SKIP LOCKED`;
  return (await tx.query(text, [before])).length > 0;
}

export async function finishRun(tx: Tx, now: Date): Promise<void> {
  await tx.query('UPDATE pair_runs SET made_at = $1 WHERE id = 1', [now]);
}

const SIGNALS = `
  INSERT INTO pair_signals
  SELECT account_id, film_id, weight FROM (
    SELECT account_id, film_id, weight,
      row_number() OVER (PARTITION BY account_id ORDER BY weight DESC, film_id) AS place
    FROM (${signals(`hashtext(account_id::text) & ${ACCOUNT_SLICES - 1} = $1`, { withHeld: false })}) s WHERE weight > 0
  ) s WHERE place <= ${SIGNALS_MAX}`;

/** Collects what people like, for this transaction alone. */
export async function collectSignals(tx: Tx): Promise<void> {
  await tx.query('CREATE TEMP TABLE pair_signals (account_id uuid, film_id uuid, weight real) ON COMMIT DROP');
  for (let slice = 0; slice < ACCOUNT_SLICES; slice += 1) await tx.query(SIGNALS, [slice]);
  await tx.query('CREATE INDEX ON pair_signals (film_id) INCLUDE (account_id, weight)');
  await tx.query('CREATE INDEX ON pair_signals (account_id) INCLUDE (film_id, weight)');
  await tx.query('ANALYZE pair_signals');
  await tx.query(
    `CREATE TEMP TABLE pair_norms ON COMMIT DROP AS
     SELECT film_id, sqrt(sum(weight * weight))::real AS norm FROM pair_signals GROUP BY film_id`,
  );
  await tx.query('ANALYZE pair_norms');
  await tx.query(
    `CREATE TEMP TABLE pair_directors ON COMMIT DROP AS
     SELECT DISTINCT film_id, lower(first_name || ' ' || last_name) AS name FROM crew
     WHERE film_department(credit) = film_department('Directed by')`,
  );
}

/** The films that pairs are made of, in slices. */
export async function filmSlices(tx: Tx): Promise<string[][]> {
  const rows = await tx.query<{ id: string }>(`SELECT f.id FROM films f WHERE ${VISIBLE} ORDER BY f.id`);
  const ids = rows.map(({ id }) => id);
  return Array.from({ length: Math.ceil(ids.length / FILMS_AT_ONCE) }, (_, slice) =>
    ids.slice(slice * FILMS_AT_ONCE, (slice + 1) * FILMS_AT_ONCE),
  );
}

// Cosine of what people like, less for few people; and what the films themselves have in common.
const PAIRS = `
  WITH together AS (
    SELECT a.film_id, b.film_id AS other_id, count(*) AS people, sum(a.weight * b.weight) AS dot
    FROM pair_signals a JOIN pair_signals b ON b.account_id = a.account_id AND b.film_id <> a.film_id
    WHERE a.film_id = ANY($1::uuid[])
    GROUP BY a.film_id, b.film_id HAVING count(*) >= ${PAIR_PEOPLE_MIN}
  ), scored AS (
    SELECT t.film_id, t.other_id,
      t.dot / (n.norm * m.norm) * t.people / (t.people + ${SHRINKAGE}) AS score
    FROM together t JOIN pair_norms n ON n.film_id = t.film_id JOIN pair_norms m ON m.film_id = t.other_id
    UNION ALL
    SELECT f.id, o.id, ${SHARED_GENRES_WORTH} * shared.genres / greatest(1, cardinality(f.genres))
    FROM films f JOIN films o ON o.genres && f.genres AND o.id <> f.id,
      LATERAL (SELECT count(*) AS genres FROM unnest(f.genres) g WHERE g = ANY(o.genres)) shared
    WHERE f.id = ANY($1::uuid[])
    UNION ALL
    SELECT DISTINCT a.film_id, b.film_id, ${SHARED_DIRECTOR_WORTH}
    FROM pair_directors a JOIN pair_directors b ON b.name = a.name AND b.film_id <> a.film_id
    WHERE a.film_id = ANY($1::uuid[])
  ), ranked AS (
    SELECT s.film_id, s.other_id, sum(s.score)::real AS score,
      row_number() OVER (PARTITION BY s.film_id ORDER BY sum(s.score) DESC, s.other_id) AS place
    FROM scored s JOIN films f ON f.id = s.other_id WHERE ${VISIBLE} GROUP BY s.film_id, s.other_id
  )
  INSERT INTO film_pairs (film_id, other_id, score)
  SELECT film_id, other_id, score FROM ranked WHERE place <= ${PAIRS_MAX}`;

export async function clear(tx: Tx): Promise<void> {
  await tx.query('DELETE FROM film_pairs');
}

/** Makes the pairs of some films. */
export async function make(tx: Tx, filmIds: readonly string[]): Promise<void> {
  await tx.query(PAIRS, [filmIds]);
}

export type RecommendedFilm = Card & { becauseId: string; becauseTitle: string; liked: boolean };

const RECOMMENDED = `
  WITH own AS (${signals('account_id = $1', { withHeld: true })}),
  seen AS (
    SELECT film_id FROM own UNION ALL SELECT film_id FROM progress WHERE account_id = $1
    UNION ALL SELECT film_id FROM film_blocks WHERE account_id = $1
  ), best AS (
    SELECT p.other_id, sum(p.score * o.weight) AS score,
      (array_agg(o.film_id ORDER BY p.score * o.weight DESC, o.film_id))[1] AS because_id,
      (array_agg(o.liked ORDER BY p.score * o.weight DESC, o.film_id))[1] AS liked
    FROM own o JOIN film_pairs p ON p.film_id = o.film_id
    WHERE o.weight > 0 AND p.other_id NOT IN (SELECT film_id FROM seen)
    GROUP BY p.other_id
  )
  SELECT ${CARD}, because.id AS because_id, because.film_title AS because_title, best.liked
  FROM best JOIN films f ON f.id = best.other_id JOIN films because ON because.id = best.because_id ${NUMBERS_FROM}
  WHERE ${VISIBLE} AND f.film_ready AND because.published AND because.is_approved AND because.website
    AND f.created_by <> $1
  ORDER BY best.score DESC, f.id LIMIT $2`;

/** Films that somebody has not seen, by what they liked and watched, the best match first. */
export async function recommended(db: Queryable, accountId: string, limit: number): Promise<RecommendedFilm[]> {
  return db.query<RecommendedFilm>({ name: 'recommendations.list', text: RECOMMENDED, values: [accountId, limit] });
}

import type { Database } from '@marquee/data/database';
import type { Queryable } from '../films/film-store.ts';

const COLUMNS = [
  'page_views',
  'views',
  'likes',
  'unlocks',
  'blocks',
  'reports',
  'comments',
  'stars_1',
  'stars_2',
  'stars_3',
  'stars_4',
  'stars_5',
] as const;
export type Stat = (typeof COLUMNS)[number];

const ADD = `INSERT INTO stat_deltas (film_id, ${COLUMNS.join(', ')})
  VALUES ($1, ${COLUMNS.map((_, index) => `$${index + 2}`).join(', ')})`;

/** Counts by adding a row of its own, so that no two viewers wait for each other. */
export async function addToStats(tx: Queryable, filmId: string, amounts: Partial<Record<Stat, number>>): Promise<void> {
  const values = [filmId, ...COLUMNS.map((column) => amounts[column] ?? 0)];
  await tx.query({ name: 'stats.add', text: ADD, values });
}

/** The columns of one more (or fewer) rating of so many stars. */
export function starStat(rating: number): Stat {
  return `stars_${rating}` as Stat;
}

const FOLD_ROWS_MAX = 5_000;
// How many ratings of 3 stars a film is taken to have from the start, so that one 5 does not lead the list.
const SCORE_PRIOR = 5;

const STAR_COUNT = (row: string) => [1, 2, 3, 4, 5].map((star) => `${row}.stars_${star}`).join(' + ');
const STAR_TOTAL = (row: string) => [1, 2, 3, 4, 5].map((star) => `${star} * ${row}.stars_${star}`).join(' + ');

const FOLD = `
  WITH taken AS (
    DELETE FROM stat_deltas WHERE id IN (
      SELECT id FROM stat_deltas ORDER BY id LIMIT ${FOLD_ROWS_MAX} FOR UPDATE SKIP LOCKED)
    RETURNING *
  ), sums AS (
    SELECT t.film_id, ${COLUMNS.map((column) => `sum(t.${column}) AS ${column}`).join(', ')}
    FROM taken t JOIN films f ON f.id = t.film_id GROUP BY t.film_id ORDER BY t.film_id
  ), folded AS (
    INSERT INTO film_stats AS s (film_id, ${COLUMNS.join(', ')})
    SELECT film_id, ${COLUMNS.join(', ')} FROM sums
    ON CONFLICT (film_id) DO UPDATE SET ${COLUMNS.map((column) => `${column} = s.${column} + excluded.${column}`).join(', ')}
    RETURNING film_id
  )
  SELECT (SELECT count(*) FROM taken)::int AS taken, (SELECT array_agg(film_id) FROM folded) AS films`;

const SCORE = `
  UPDATE film_stats s
  SET score = CASE WHEN ${STAR_COUNT('s')} = 0 THEN 0
    ELSE (${STAR_TOTAL('s')} + 3.0 * ${SCORE_PRIOR}) / (${STAR_COUNT('s')} + ${SCORE_PRIOR}) END
  WHERE film_id = ANY($1::uuid[])`;

/** Sums what waits into film_stats. Readers add both, so no count is ever missing or doubled. */
export async function foldStats(db: Database): Promise<number> {
  for (let total = 0; ; ) {
    const [row] = await db.query<{ taken: number; films: string[] | null }>({ name: 'stats.fold', text: FOLD });
    if (row?.films) await db.query({ name: 'stats.score', text: SCORE, values: [row.films] });
    total += row?.taken ?? 0;
    if ((row?.taken ?? 0) < FOLD_ROWS_MAX) return total;
  }
}

const COUNT_PAGE_VIEW = `
  WITH counted AS (
    INSERT INTO page_view_marks AS m (film_id, visitor, counted_at) VALUES ($1, $2, $3)
    ON CONFLICT (film_id, visitor) DO UPDATE SET counted_at = excluded.counted_at WHERE m.counted_at <= $4
    RETURNING film_id
  ), added AS (INSERT INTO stat_deltas (film_id, page_views) SELECT film_id, 1 FROM counted)
  SELECT count(*)::int AS counted FROM counted`;

/** Counts a visitor's page view unless one was counted after `since`. */
export async function countPageView(
  db: Queryable,
  view: { filmId: string; visitor: string; now: Date; since: Date },
): Promise<boolean> {
  const values = [view.filmId, view.visitor, view.now, view.since];
  const [row] = await db.query<{ counted: number }>({ name: 'stats.page-view', text: COUNT_PAGE_VIEW, values });
  return row?.counted === 1;
}

const PRUNE_ROWS_MAX = 5_000;

/** Forgets visitors whose window is over. */
export async function prunePageViewMarks(db: Queryable, before: Date): Promise<void> {
  await db.query(
    `DELETE FROM page_view_marks WHERE ctid IN (
      SELECT ctid FROM page_view_marks WHERE counted_at < $1 LIMIT ${PRUNE_ROWS_MAX})`,
    [before],
  );
}

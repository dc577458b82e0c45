import { columnOf } from '@marquee/data/columns';
import type { Database } from '@marquee/data/database';
import { pruneRows } from '@marquee/data/prune';
import type { Queryable } from '../films/films.ts';

const STATS = [
  'pageViews',
  'views',
  'likes',
  'unlocks',
  'blocks',
  'reports',
  'comments',
  'stars1',
  'stars2',
  'stars3',
  'stars4',
  'stars5',
  'playedMs',
] as const;
export type Stat = (typeof STATS)[number];

// `stars1` stands in `stars_1`.
const COLUMNS = STATS.map((stat) => columnOf(stat).replace(/\d/, '_$&'));
const STAR_COLUMNS = COLUMNS.filter((column) => column.startsWith('stars'));

/** What a film's counters stand at: the sums so far and what still waits to be summed. */
export type FilmNumbers = {
  pageViews: bigint;
  views: bigint;
  likes: bigint;
  unlocks: bigint;
  blocks: bigint;
  reports: bigint;
  comments: number;
  /** Milliseconds that it was played, by all viewers. */
  playedMs: bigint;
  /** Ratings of 1, 2, 3, 4 and 5 stars. */
  stars: number[];
};

const total = (column: string) => `coalesce(s.${column}, 0) + coalesce(d.${column}, 0)`;

/** The columns of FilmNumbers, for a FROM with NUMBERS_FROM. */
export const NUMBERS = COLUMNS.filter((column) => !STAR_COLUMNS.includes(column))
  .map((column) => `(${total(column)})${column === 'comments' ? '::int' : ''} AS ${column}`)
  .concat(`ARRAY[${STAR_COLUMNS.map(total).join(', ')}]::int[] AS stars`)
  .join(', ');

/** What a list may be sorted by, for a FROM with NUMBERS_FROM: the figures as readers see them. */
export const VIEWS = `(${total('views')})`;
const STARS_GIVEN = `(${[1, 2, 3, 4, 5].map((star) => total(`stars_${star}`)).join(' + ')})`;
const STARS_SUM = `(${[1, 2, 3, 4, 5].map((star) => `${star} * (${total(`stars_${star}`)})`).join(' + ')})`;
/** 0 while nobody has rated. */
export const MEAN_RATING = `coalesce(${STARS_SUM}::float8 / nullif(${STARS_GIVEN}, 0), 0)`;

/** For a FROM that has a film as `f`. */
export const NUMBERS_FROM = `
  LEFT JOIN film_stats s ON s.film_id = f.id
  LEFT JOIN LATERAL (
    SELECT ${COLUMNS.map((column) => `sum(${column}) AS ${column}`).join(', ')} FROM stat_deltas WHERE film_id = f.id
  ) d ON true`;

const ADD = `INSERT INTO stat_deltas (film_id, ${COLUMNS.join(', ')})
  VALUES ($1, ${COLUMNS.map((_, index) => `$${index + 2}`).join(', ')})`;

/** Counts by adding a row of its own, so that no two viewers wait for each other. */
export async function add(tx: Queryable, filmId: string, amounts: Partial<Record<Stat, number>>): Promise<void> {
  await tx.query({ name: 'stats.add', text: ADD, values: [filmId, ...STATS.map((stat) => amounts[stat] ?? 0)] });
}

/** What counts ratings of so many stars. */
export function starStat(rating: number): Stat {
  return `stars${rating}` as Stat;
}

const STARS_OF_FILM = `SELECT ${NUMBERS} FROM films f ${NUMBERS_FROM} WHERE f.id = $1`;

/** Ratings of 1 to 5 stars as of now. */
export async function starsOf(db: Queryable, filmId: string): Promise<number[]> {
  const [row] = await db.query<FilmNumbers>({ name: 'reviews.stars', text: STARS_OF_FILM, values: [filmId] });
  return row?.stars ?? [0, 0, 0, 0, 0];
}

const FOLD_ROWS_MAX = 5_000;
// A film is scored as if it had this many more ratings of UNRATED_SCORE stars, so that a single 5 does not lead the list.
const SCORE_PRIOR = 5;
/** What an unrated film is worth beside the scores of rated ones. */
export const UNRATED_SCORE = 3;

const STAR_COUNT = (row: string) => [1, 2, 3, 4, 5].map((star) => `${row}.stars_${star}`).join(' + ');
const STAR_TOTAL = (row: string) => [1, 2, 3, 4, 5].map((star) => `${star} * ${row}.stars_${star}`).join(' + ');

const FOLD = `
  WITH taken AS (
    DELETE FROM stat_deltas WHERE id IN (
      SELECT id FROM stat_deltas ORDER BY id LIMIT ${FOLD_ROWS_MAX} FOR UPDATE SKIP LOCKED)
    RETURNING film_id, ${COLUMNS.join(', ')}
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
    ELSE (${STAR_TOTAL('s')} + ${UNRATED_SCORE}.0 * ${SCORE_PRIOR}) / (${STAR_COUNT('s')} + ${SCORE_PRIOR}) END
  WHERE film_id = ANY($1::uuid[])`;

/** Sums what waits into film_stats. Readers add both, so no count is ever missing or doubled. */
export async function fold(db: Database): Promise<number> {
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
  )
  INSERT INTO stat_deltas (film_id, page_views) SELECT film_id, 1 FROM counted`;

/** Counts a visitor's page view unless one was counted after `since`. */
export async function countPageView(
  db: Queryable,
  view: { filmId: string; visitor: string; now: Date; since: Date },
): Promise<void> {
  const values = [view.filmId, view.visitor, view.now, view.since];
  await db.query({ name: 'stats.page-view', text: COUNT_PAGE_VIEW, values });
}

/** Deletes the marks of visitors whose window is over. */
export async function prunePageViewMarks(db: Queryable, before: Date): Promise<void> {
  await pruneRows(db, { table: 'page_view_marks', where: 'counted_at < $1', values: [before] });
}

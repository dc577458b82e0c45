import type { Tx } from '@marquee/data/database';
import type { PlaybackSession } from '../../gen/prisma/client.ts';
import type { Queryable } from '../films/films.ts';

type Started = Pick<PlaybackSession, 'filmId' | 'startedAt' | 'country' | 'device' | 'source'>;
/** Of what plays are counted: '' is all of a film. */
export type Dimension = '' | 'COUNTRY' | 'DEVICE' | 'SOURCE';

/** What leads to a film, as contracts name it. */
export const PLAY_SOURCES = ['HOME', 'SEARCH', 'PROFILE', 'FESTIVAL', 'SITE', 'EXTERNAL', 'DIRECT', 'EMBED'] as const;

/** Counts a session that begins, at the first second. */
export async function addStart(tx: Tx, { filmId, startedAt, country, device, source }: Started): Promise<void> {
  await tx.query({
    name: 'plays.start',
    text: `INSERT INTO play_deltas (film_id, day, country, device, source, starts, reached_second, made_at)
      VALUES ($1, ($2::timestamptz AT TIME ZONE 'UTC')::date, $3, $4, $5, 1, 0, $2)`,
    values: [filmId, startedAt, country, device, source],
  });
}

const FOLD_ROWS_MAX = 5_000;

// Each delta is taken once, and written in the same statement. Rows are written in one order, so that two processes cannot
// deadlock.
const FOLD = `
  WITH taken AS (
    DELETE FROM play_deltas WHERE id IN (
      SELECT id FROM play_deltas ORDER BY id LIMIT ${FOLD_ROWS_MAX} FOR UPDATE SKIP LOCKED)
    RETURNING *
  ), days AS (
    INSERT INTO film_days AS t (film_id, day, dimension, value, starts, views, played_ms)
    SELECT p.film_id, p.day, d.dimension, d.value, sum(p.starts), sum(p.views), sum(p.played_ms)
    FROM taken p JOIN films f ON f.id = p.film_id CROSS JOIN LATERAL
      (VALUES ('', ''), ('COUNTRY', p.country), ('DEVICE', p.device), ('SOURCE', p.source)) AS d (dimension, value)
    WHERE d.dimension <> 'SOURCE' OR d.value <> ''
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (film_id, day, dimension, value) DO UPDATE SET starts = t.starts + excluded.starts,
      views = t.views + excluded.views, played_ms = t.played_ms + excluded.played_ms
  ), curve AS (
    INSERT INTO film_curves AS c (film_id, second, sessions)
    SELECT p.film_id, s.second, sum(s.n)
    FROM taken p JOIN films f ON f.id = p.film_id
      CROSS JOIN LATERAL (VALUES (p.reached_second, 1), (p.left_second, -1)) AS s (second, n)
    WHERE s.second IS NOT NULL GROUP BY 1, 2 HAVING sum(s.n) <> 0 ORDER BY 1, 2
    ON CONFLICT (film_id, second) DO UPDATE SET sessions = c.sessions + excluded.sessions
  )
  SELECT count(*)::int AS taken FROM taken`;

/** Sums the plays that wait into days and curves. */
export async function fold(db: Queryable): Promise<void> {
  for (let taken = FOLD_ROWS_MAX; taken === FOLD_ROWS_MAX; ) {
    const [row] = await db.query<{ taken: number }>({ name: 'plays.fold', text: FOLD });
    taken = row?.taken ?? 0;
  }
}

export type Counts = { starts: bigint; views: bigint; playedMs: bigint };
export type DayCounts = Counts & { day: string };
export type Share = Counts & { dimension: Dimension; value: string };

type Span = { filmId: string; fromDay: Date; toDay: Date };

/** The days of a span on which something was played, by what leads to the film, and the shares of countries and devices. */
export type Plays = { days: (DayCounts & { sources: Share[] })[]; shares: Share[] };

// In one statement, so that what is summed meanwhile is in all of the figures or in none. Shares of whole months are summed
// already; those of other days begin before $4 or follow from $5 on.
const SPAN = `
  SELECT dimension, value, coalesce(to_char(day, 'YYYY-MM-DD'), '') AS day,
    sum(starts)::bigint AS starts, sum(views)::bigint AS views, sum(played_ms)::bigint AS played_ms
  FROM (
    SELECT dimension, value, day, starts, views, played_ms
    FROM film_days WHERE film_id = $1 AND day BETWEEN $2::date AND $3::date AND dimension IN ('', 'SOURCE')
    UNION ALL
    SELECT dimension, value, NULL, starts, views, played_ms
    FROM film_months WHERE film_id = $1 AND month >= $4::date AND month < $5::date
    UNION ALL
    SELECT dimension, value, NULL, starts, views, played_ms
    FROM film_days WHERE film_id = $1 AND day >= $2::date AND day < $4::date AND dimension IN ('COUNTRY', 'DEVICE')
    UNION ALL
    SELECT dimension, value, NULL, starts, views, played_ms
    FROM film_days WHERE film_id = $1 AND day >= $5::date AND day <= $3::date AND dimension IN ('COUNTRY', 'DEVICE')
  ) p
  GROUP BY dimension, value, p.day ORDER BY p.day, starts DESC, value`;

const DAY_MS = 86_400_000;
const isoDay = (day: Date) => day.toISOString().slice(0, 10);

/** The first day of the first whole month of a span, and the day after the last; without a whole month both are the day after the span. */
function wholeMonths({ fromDay, toDay }: Omit<Span, 'filmId'>): [Date, Date] {
  const after = new Date(toDay.getTime() + DAY_MS);
  const isFirst = fromDay.getUTCDate() === 1;
  const begin = new Date(Date.UTC(fromDay.getUTCFullYear(), fromDay.getUTCMonth() + (isFirst ? 0 : 1), 1));
  const end = new Date(Date.UTC(after.getUTCFullYear(), after.getUTCMonth(), 1));
  return begin < end ? [begin, end] : [after, after];
}

export async function listSpan(db: Queryable, span: Span): Promise<Plays> {
  const values = [span.filmId, ...[span.fromDay, span.toDay, ...wholeMonths(span)].map(isoDay)];
  const rows = await db.query<Share & { day: string }>({ name: 'plays.span', text: SPAN, values });
  const bySource = Map.groupBy(
    rows.filter(({ dimension }) => dimension === 'SOURCE'),
    ({ day }) => day,
  );
  return {
    days: rows
      .filter(({ dimension }) => dimension === '')
      .map((day) => ({ ...day, sources: wholeOf(day, bySource.get(day.day) ?? []) })),
    shares: rows.filter(({ dimension }) => dimension === 'COUNTRY' || dimension === 'DEVICE'),
  };
}

/** The shares of known sources with what they leave of the whole, whose source is not known. */
function wholeOf(whole: Counts, known: readonly Share[]): Share[] {
  const rest = known.reduce<Counts>((left, share) => plus(left, share, -1n), whole);
  const { starts, views, playedMs } = rest;
  const isAll = starts === 0n && views === 0n && playedMs === 0n;
  return isAll ? [...known] : [...known, { dimension: 'SOURCE', value: '', starts, views, playedMs }];
}

/** Counts with others added, as often as `times`. */
export function plus(counts: Counts, others: Counts, times = 1n): Counts {
  return {
    starts: counts.starts + times * others.starts,
    views: counts.views + times * others.views,
    playedMs: counts.playedMs + times * others.playedMs,
  };
}

// One row, whose arrays belong together: a film has thousands of seconds.
const CURVE = `
  SELECT coalesce(max(second), -1) AS last, array_to_json(array_agg(second)) AS seconds,
    array_to_json(array_agg(sessions)) AS sessions
  FROM film_curves WHERE film_id = $1 AND sessions <> 0`;
type Curve = { last: number; seconds: number[] | null; sessions: number[] | null };

/** How many sessions reached each second of a film, from the first on. */
export async function reached(db: Queryable, filmId: string): Promise<bigint[]> {
  const [row] = await db.query<Curve>({ name: 'plays.curve', text: CURVE, values: [filmId] });
  const curve = Array<number>((row?.last ?? -1) + 1).fill(0);
  for (const [index, second] of (row?.seconds ?? []).entries()) curve[second] = row?.sessions?.[index] ?? 0;
  for (let second = curve.length - 2; second >= 0; second -= 1) {
    curve[second] = (curve[second] ?? 0) + (curve[second + 1] ?? 0);
  }
  return curve.map(BigInt);
}

/** When the oldest play that is not summed yet was made; undefined where all are. */
export async function waitingSince(db: Queryable): Promise<Date | undefined> {
  const text = 'SELECT made_at FROM play_deltas ORDER BY id LIMIT 1';
  const [row] = await db.query<{ madeAt: Date }>({ name: 'plays.waiting', text });
  return row?.madeAt;
}

import { type Queryable, VISIBLE } from '../films/films.ts';
import { UNRATED_SCORE } from '../statistics/stats.ts';

export const RAIL_FILMS_MAX = 16;
/** No film is in two of so many first rails. */
export const DISTINCT_RAILS = 3;
const NEWEST = 'f.released_at DESC, f.id DESC';

// A rail can lose films to those before it, and is still full.
const rail = (name: string, where: string, railsBefore: number) => `
  (SELECT '${name}' AS rail, '' AS genre, id, row_number() OVER (ORDER BY ${NEWEST}) AS place FROM films f WHERE ${VISIBLE} AND ${where}
   ORDER BY ${NEWEST} LIMIT ${RAIL_FILMS_MAX * (railsBefore + 1)})`;

const RAILS = `
  SELECT rail, genre, id FROM (
    ${rail('NEW', 'true', 0)}
    UNION ALL ${rail('FESTIVAL_PREMIERES', `(f.release_type = 'SCREENING' OR f.festival_name <> '')`, 1)}
    UNION ALL (SELECT 'TOP_RATED', '', f.id, row_number() OVER (ORDER BY s.score DESC, s.film_id DESC)
      FROM film_stats s JOIN films f ON f.id = s.film_id
      WHERE ${VISIBLE} AND s.score > ${UNRATED_SCORE} ORDER BY s.score DESC, s.film_id DESC LIMIT ${RAIL_FILMS_MAX * 3})
    UNION ALL ${rail('SHORT_FILMS', `f.project_type = 'SHORT'`, 2)}
    UNION ALL SELECT 'GENRE', g.genre, found.id, found.place FROM unnest($1::text[]) AS g (genre)
      CROSS JOIN LATERAL (SELECT f.id, row_number() OVER (ORDER BY ${NEWEST}) AS place
        FROM films f WHERE ${VISIBLE} AND f.genres @> ARRAY[g.genre]
        ORDER BY ${NEWEST} LIMIT ${RAIL_FILMS_MAX}) found
  ) rails ORDER BY place`;

/** A film's place in a rail. */
export type RailRow = { rail: string; genre: string; id: string };

/** The film ids of every rail, each in its order. */
export async function list(db: Queryable, genres: readonly string[]): Promise<RailRow[]> {
  return db.query<RailRow>({ name: 'catalogue.rails', text: RAILS, values: [genres] });
}

const HAS_STILL = 'f.trailer_thumbnail IS NOT NULL';

// Picks first, in their order. Then the new films: those that fill the screen and can be watched now before the others, of
// these the best rated, of equals the newest.
const HERO = `
  SELECT id FROM (
    (SELECT f.id, 0 AS choice, row_number() OVER (ORDER BY p.position, p.film_id) AS place
      FROM featured_films p JOIN films f ON f.id = p.film_id
      WHERE ${VISIBLE} AND (p.starts_at IS NULL OR p.starts_at <= $1) AND (p.ends_at IS NULL OR p.ends_at > $1))
    UNION ALL
    (SELECT f.id, 1, row_number() OVER (
        ORDER BY (${HAS_STILL} AND f.film_ready AND f.release_type = 'WATCH_NOW') DESC, (${HAS_STILL}) DESC,
          coalesce(nullif(s.score, 0), ${UNRATED_SCORE}) DESC, ${NEWEST})
      FROM (SELECT * FROM films f WHERE ${VISIBLE} ORDER BY ${NEWEST} LIMIT ${RAIL_FILMS_MAX}) f
        LEFT JOIN film_stats s ON s.film_id = f.id)
  ) choices ORDER BY choice, place LIMIT 1`;

/**
 * The large film of the home page: the first that staff picked and whose dates hold. Without one the best rated of the
 * films in the rail New, by the score that the rail Top rated is ordered by.
 */
export async function heroId(db: Queryable, now: Date): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>({ name: 'catalogue.hero', text: HERO, values: [now] });
  return row?.id;
}

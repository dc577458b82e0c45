import { type Queryable, VISIBLE } from '../films/films.ts';

export const RAIL_FILMS_MAX = 16;
const NEWEST = 'f.released_at DESC, f.id DESC';

const rail = (name: string, where: string) => `
  (SELECT '${name}' AS rail, '' AS genre, id, row_number() OVER (ORDER BY ${NEWEST}) AS place FROM films f WHERE ${VISIBLE} AND ${where}
   ORDER BY ${NEWEST} LIMIT ${RAIL_FILMS_MAX})`;

const RAILS = `
  SELECT rail, genre, id FROM (
    ${rail('NEW', 'true')}
    UNION ALL ${rail('FESTIVAL_PREMIERES', `(f.release_type = 'SCREENING' OR f.festival_name <> '')`)}
    UNION ALL ${rail('SHORT_FILMS', `f.project_type = 'SHORT'`)}
    UNION ALL ${rail('FEATURE_FILMS', `f.project_type = 'FEATURE'`)}
    UNION ALL (SELECT 'TOP_RATED', '', f.id, row_number() OVER (ORDER BY s.score DESC, s.film_id DESC)
      FROM film_stats s JOIN films f ON f.id = s.film_id
      WHERE ${VISIBLE} AND s.score > 0 ORDER BY s.score DESC, s.film_id DESC LIMIT ${RAIL_FILMS_MAX})
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

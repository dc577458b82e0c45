import { isId } from '@marquee/data/ids';
import type { Award } from '../../gen/prisma/client.ts';
import type { CardRow } from '../films/film-message.ts';
import { NUMBERS, NUMBERS_FROM, type Queryable } from '../films/film-store.ts';
import type { FilmResources } from '../resources.ts';

const CARD_COLUMNS = `
  f.id, f.film_title, f.log_line, f.release_type, f.release_date, f.project_type, f.running_time, f.genres, f.rating,
  f.poster, f.trailer_thumbnail, f.is_free, f.usd_cost, f.is_festival_winner, f.screening_start_time, f.country,
  f.film_ready`;

const CARDS = `SELECT ${CARD_COLUMNS}, ${NUMBERS} FROM films f ${NUMBERS_FROM} WHERE f.id = ANY($1::uuid[])`;

/** Cards by film id. */
export async function getCards(db: Queryable, filmIds: readonly string[]): Promise<Map<string, CardRow>> {
  if (filmIds.length === 0) return new Map();
  const rows = await db.query<CardRow>({ name: 'catalogue.cards', text: CARDS, values: [filmIds] });
  return new Map(rows.map((row) => [row.id, row]));
}

export const RAIL_FILMS_MAX = 16;
const VISIBLE = 'f.published AND f.is_approved AND f.website';
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

export type RailRow = { rail: string; genre: string; id: string };

/** The film ids of every rail, each in its order. */
export async function listRails(db: Queryable, genres: readonly string[]): Promise<RailRow[]> {
  return db.query<RailRow>({ name: 'catalogue.rails', text: RAILS, values: [genres] });
}

export type FilmFilters = {
  genre: string;
  projectType: string;
  releaseType: string;
  country: string;
  language: string;
};
export type FilmSortName = 'NEWEST' | 'TITLE' | 'TOP_RATED' | 'RELEVANCE';
/** The sort value of the last film of a page, as a text that PostgreSQL gave, and its id. */
export type FilmKey = { value: string; id: string };

const SORTS: Record<FilmSortName, { value: string; type: string; descending: boolean }> = {
  NEWEST: { value: 'f.released_at', type: 'timestamptz', descending: true },
  TITLE: { value: 'f.sort_title', type: 'text', descending: false },
  TOP_RATED: { value: 'coalesce(s.score, 0)', type: 'double precision', descending: true },
  RELEVANCE: { value: 'r.relevance', type: 'real', descending: true },
};
/** Films that a search looks at, best first; nobody pages on. */
const SEARCH_FILMS_MAX = 1_000;

export type FilmListing = CardRow & { sort_value: string };

/** A page of visible films, one row more than asked for. */
export async function listVisibleFilms(
  db: Queryable,
  list: { query: string; filters: FilmFilters; sort: FilmSortName; after: FilmKey | undefined; size: number },
): Promise<FilmListing[]> {
  const { filters, sort, after } = list;
  const { value, type, descending } = SORTS[sort];
  const values: unknown[] = [];
  const mark = (given: unknown) => `$${values.push(given)}`;
  const where = [VISIBLE];
  const search = list.query ? `JOIN film_search(${mark(list.query)}, ${SEARCH_FILMS_MAX}) r ON r.id = f.id` : '';
  if (filters.genre) where.push(`f.genres @> ARRAY[${mark(filters.genre)}::text]`);
  if (filters.projectType) where.push(`f.project_type = ${mark(filters.projectType)}`);
  if (filters.releaseType) where.push(`f.release_type = ${mark(filters.releaseType)}`);
  if (filters.country) where.push(`f.country = ${mark(filters.country)}`);
  if (filters.language) {
    const language = mark(filters.language);
    where.push(`(f.language = ${language} OR ${language} = ANY(f.languages))`);
  }
  const direction = descending ? 'DESC' : 'ASC';
  if (after && isId(after.id)) {
    where.push(`(${value}, f.id) ${descending ? '<' : '>'} (${mark(after.value)}::${type}, ${mark(after.id)}::uuid)`);
  }
  return db.query<FilmListing>(
    `SELECT ${CARD_COLUMNS}, ${NUMBERS}, (${value})::text AS sort_value
     FROM films f ${search} ${NUMBERS_FROM}
     WHERE ${where.join(' AND ')}
     ORDER BY ${value} ${direction}, f.id ${direction} LIMIT ${mark(list.size + 1)}`,
    values,
  );
}

const AWARDS_MAX = 200;

export async function listAwards({ prisma }: Pick<FilmResources, 'prisma'>, filmId: string): Promise<Award[]> {
  return prisma.award.findMany({
    where: { film_id: filmId },
    orderBy: [{ year: 'desc' }, { winner: 'desc' }, { id: 'asc' }],
    take: AWARDS_MAX,
  });
}

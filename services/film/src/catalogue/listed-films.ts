import { isId } from '@marquee/data/ids';
import type { FILM_SORTS, ListFilms } from '@marquee/rules/film-requests';
import { CARD, type Card } from '../films/cards.ts';
import { type Queryable, VISIBLE } from '../films/films.ts';
import { NUMBERS_FROM } from '../statistics/stats.ts';

/** RELEVANCE, the best match first, only exists for a search. */
export type FilmOrder = (typeof FILM_SORTS)[number] | 'RELEVANCE';
export type FilmFilters = Pick<ListFilms, 'genre' | 'projectType' | 'releaseType' | 'country' | 'language'>;
/** The sort value of the last film of a page, as the text that PostgreSQL gave, and its id. */
export type FilmKey = [value: string, id: string];

const ORDERS: Record<FilmOrder, { value: string; type: string; descending: boolean }> = {
  NEWEST: { value: 'f.released_at', type: 'timestamptz', descending: true },
  TITLE: { value: 'f.sort_title', type: 'text', descending: false },
  TOP_RATED: { value: 'coalesce(s.score, 0)', type: 'double precision', descending: true },
  RELEVANCE: { value: 'r.relevance', type: 'real', descending: true },
};
/** A search ends after so many films, best first. */
const SEARCH_FILMS_MAX = 1_000;

export type ListedFilm = Card & { sortValue: string };

/** Visible films by filter, search and order. */
export async function list(
  db: Queryable,
  {
    query,
    filters,
    order,
    after,
    limit,
  }: {
    query: string;
    filters: FilmFilters;
    order: FilmOrder;
    after: FilmKey | undefined;
    limit: number;
  },
): Promise<ListedFilm[]> {
  const { value, type, descending } = ORDERS[order];
  const values: unknown[] = [];
  const parameter = (given: unknown) => `$${values.push(given)}`;
  const where = [VISIBLE];
  const search = query ? `JOIN film_search(${parameter(query)}, ${SEARCH_FILMS_MAX}) r ON r.id = f.id` : '';
  if (filters.genre) where.push(`f.genres @> ARRAY[${parameter(filters.genre)}::text]`);
  if (filters.projectType) where.push(`f.project_type = ${parameter(filters.projectType)}`);
  if (filters.releaseType) where.push(`f.release_type = ${parameter(filters.releaseType)}`);
  if (filters.country) where.push(`f.country = ${parameter(filters.country)}`);
  if (filters.language) {
    const language = parameter(filters.language);
    where.push(`(f.language = ${language} OR ${language} = ANY(f.languages))`);
  }
  const direction = descending ? 'DESC' : 'ASC';
  if (after && isId(after[1])) {
    const key = `(${parameter(after[0])}::${type}, ${parameter(after[1])}::uuid)`;
    where.push(`(${value}, f.id) ${descending ? '<' : '>'} ${key}`);
  }
  return db.query<ListedFilm>(
    `SELECT ${CARD}, (${value})::text AS sort_value
     FROM films f ${search} ${NUMBERS_FROM}
     WHERE ${where.join(' AND ')}
     ORDER BY ${value} ${direction}, f.id ${direction} LIMIT ${parameter(limit)}`,
    values,
  );
}

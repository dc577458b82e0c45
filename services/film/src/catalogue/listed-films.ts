import type { SearchPlan } from '@marquee/search/plan-search';
import type { z } from 'zod';
import { CARD, type Card } from '../films/cards.ts';
import { type Queryable, VISIBLE, VISIBLE_FILMS } from '../films/films.ts';
import { NUMBERS_FROM } from '../statistics/stats.ts';
import type { FILM_SORTS, listFilmsSchema } from './list-films.ts';

/** RELEVANCE, the best match first, only exists for a search, and NEXT_SCREENING for screenings. */
export type FilmOrder = (typeof FILM_SORTS)[number] | 'RELEVANCE' | 'NEXT_SCREENING';
export type FilmFilters = Pick<
  z.output<typeof listFilmsSchema>,
  'genre' | 'projectType' | 'releaseType' | 'country' | 'language'
>;
/** The sort value of the last film of a page, as the text that PostgreSQL gave, and its id. */
export type FilmKey = [value: string, id: string];

const ORDERS: Record<FilmOrder, { value: string; type: string; descending: boolean }> = {
  NEWEST: { value: 'f.released_at', type: 'timestamptz', descending: true },
  TITLE: { value: 'f.sort_title', type: 'text', descending: false },
  TOP_RATED: { value: 'coalesce(s.score, 0)', type: 'double precision', descending: true },
  // What runs now, then what comes next, by date; then what is over, the latest first, and what has no date yet. Beside
  // which of these a screening is, the value does not depend on the hour, so that a list stays in order over its pages.
  NEXT_SCREENING: {
    value: `CASE WHEN f.screening_start_time IS NULL THEN 2e11
      WHEN f.screening_start_time > $1 THEN extract(epoch FROM f.screening_start_time)
      WHEN f.screening_start_time + f.running_time * interval '1 second' > $1
        THEN extract(epoch FROM f.screening_start_time) - 1e11
      ELSE 1e11 - extract(epoch FROM f.screening_start_time) END`,
    type: 'numeric',
    descending: false,
  },
  RELEVANCE: { value: 'r.relevance', type: 'double precision', descending: true },
};
/** A search ends after so many films, best first. */
const SEARCH_FILMS_MAX = 1_000;

export type ListedFilm = Card & { sortValue: string };

/** Visible films by filter, search and order. */
export async function list(
  db: Queryable,
  {
    search,
    filters,
    order,
    after,
    limit,
    now,
  }: {
    search: SearchPlan | undefined;
    filters: FilmFilters;
    order: FilmOrder;
    after: FilmKey | undefined;
    limit: number;
    now: Date;
  },
): Promise<ListedFilm[]> {
  const { value, type, descending } = ORDERS[order];
  const values: unknown[] = order === 'NEXT_SCREENING' ? [now] : [];
  const parameter = (given: unknown) => `$${values.push(given)}`;
  const where = [VISIBLE];
  const found = search ? `JOIN ${foundBy(search, parameter)} r ON r.id = f.id` : '';
  if (filters.genre) where.push(`f.genres @> ARRAY[${parameter(filters.genre)}::text]`);
  if (filters.projectType) where.push(`f.project_type = ${parameter(filters.projectType)}`);
  if (filters.releaseType) where.push(`f.release_type = ${parameter(filters.releaseType)}`);
  if (filters.country) where.push(`f.country = ${parameter(filters.country)}`);
  if (filters.language) {
    const language = parameter(filters.language);
    where.push(`(f.language = ${language} OR ${language} = ANY(f.languages))`);
  }
  const direction = descending ? 'DESC' : 'ASC';
  if (after) {
    const key = `(${parameter(after[0])}::${type}, ${parameter(after[1])}::uuid)`;
    where.push(`(${value}, f.id) ${descending ? '<' : '>'} ${key}`);
  }
  return db.query<ListedFilm>(
    `SELECT ${CARD}, (${value})::text AS sort_value
     FROM films f ${found} ${NUMBERS_FROM}
     WHERE ${where.join(' AND ')}
     ORDER BY ${value} ${direction}, f.id ${direction} LIMIT ${parameter(limit)}`,
    values,
  );
}

function foundBy({ whole, beginning, anywhere, spelled, titles }: SearchPlan, parameter: (given: unknown) => string) {
  const given = [VISIBLE_FILMS, whole, beginning, anywhere, spelled, titles, SEARCH_FILMS_MAX];
  return `search_found(${given.map(parameter).join(', ')})`;
}

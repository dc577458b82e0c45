import { keyset } from '@marquee/data/paging';
import { PROJECT_TYPES, RELEASE_TYPES } from '@marquee/rules/film-types';
import type { Viewer } from '@marquee/runtime/viewer';
import { planSearch, type SearchPlan } from '@marquee/search/plan-search';
import { z } from 'zod';
import type { Card } from '../films/cards.ts';
import { VISIBLE_FILMS } from '../films/films.ts';
import { choice, listSchema, searchText } from '../films/request-schemas.ts';
import type { FilmResources } from '../resources.ts';
import * as listedFilms from './listed-films.ts';

export const FILM_SORTS = ['NEWEST', 'TITLE', 'TOP_RATED'] as const;
export const listFilmsSchema = listSchema.extend({
  query: searchText,
  genre: z.string(),
  projectType: choice(PROJECT_TYPES),
  releaseType: choice(RELEASE_TYPES),
  country: z.string(),
  language: z.string(),
  sort: choice(FILM_SORTS),
});

/** Words that searches for films hold, and that films need not hold. */
const LITTLE_WORDS = new Set(['directed', 'film', 'films', 'movie', 'movies', 'starring', 'written']);

export type FilmList = { films: Card[]; nextCursor: string; respelled: Pick<SearchPlan, 'spellings' | 'matches'> };

/**
 * Films by filter and search, a page at a time. Without an order of its own a search shows the best match first, and a
 * list of screenings what comes next.
 */
export async function listFilms(
  { db, config, clock }: Pick<FilmResources, 'db' | 'config' | 'clock'>,
  _viewer: Viewer,
  { query, sort, cursor, pageSize, ...filters }: z.output<typeof listFilmsSchema>,
): Promise<FilmList> {
  const search = query
    ? await planSearch(db, query, { collection: VISIBLE_FILMS, littleWords: LITTLE_WORDS })
    : undefined;
  const respelled = { spellings: search?.spellings ?? [], matches: search?.matches ?? false };
  if (query && !search) return { films: [], nextCursor: '', respelled };
  const order = sort || orderOf(query, filters);
  const scope = JSON.stringify(['films', query, filters, order]);
  const { after, limit, page } = keyset<listedFilms.FilmKey>({ key: config.CURSOR_KEY, scope, size: pageSize, cursor });
  const rows = await listedFilms.list(db, { search, filters, order, after, limit, now: clock.now() });
  const { rows: films, nextCursor } = page(rows, ({ sortValue, id }) => [sortValue, id]);
  return { films, nextCursor, respelled };
}

function orderOf(query: string, { releaseType }: listedFilms.FilmFilters): listedFilms.FilmOrder {
  if (query) return 'RELEVANCE';
  return releaseType === 'SCREENING' ? 'NEXT_SCREENING' : 'NEWEST';
}

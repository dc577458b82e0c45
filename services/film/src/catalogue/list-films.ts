import { cutPage, decodeCursor, encodeCursor, pageSize } from '@marquee/data/paging';
import { QUERY_LENGTH_MAX } from '@marquee/rules/catalogue';
import type { CardRow } from '../films/film-message.ts';
import type { FilmResources } from '../resources.ts';
import { type FilmFilters, type FilmSortName, listVisibleFilms } from './catalogue-store.ts';

export type ListFilms = {
  query: string;
  filters: FilmFilters;
  sort: FilmSortName | undefined;
  pageSize: number;
  cursor: string;
};

/** Films by filter and search, a page at a time; a search without an order of its own shows the best match first. */
export async function listFilms(
  { db, config }: Pick<FilmResources, 'db' | 'config'>,
  input: ListFilms,
): Promise<{ films: CardRow[]; nextCursor: string }> {
  const query = input.query.trim().slice(0, QUERY_LENGTH_MAX);
  const sort = input.sort ?? (query ? 'RELEVANCE' : 'NEWEST');
  const size = pageSize(input.pageSize);
  const scope = JSON.stringify(['films', query, input.filters, sort]);
  const key = input.cursor ? decodeCursor<[string, string]>(config.FILM_SECRET, input.cursor, scope) : undefined;
  const after = key && { value: key[0], id: key[1] };

  const rows = await listVisibleFilms(db, { query, filters: input.filters, sort, after, size });
  const page = cutPage(rows, size, (last) => encodeCursor(config.FILM_SECRET, [last.sort_value, last.id], scope));
  return { films: page.rows, nextCursor: page.nextCursor };
}

import { keyset } from '@marquee/data/paging';
import type { ListFilms } from '@marquee/rules/film-requests';
import type { Viewer } from '@marquee/runtime/viewer';
import type { Card } from '../films/cards.ts';
import type { FilmResources } from '../resources.ts';
import * as listedFilms from './listed-films.ts';

/** Films by filter and search, a page at a time; a search without an order of its own shows the best match first. */
export async function listFilms(
  { db, config }: Pick<FilmResources, 'db' | 'config'>,
  _viewer: Viewer,
  { query, sort, cursor, pageSize, ...filters }: ListFilms,
): Promise<{ films: Card[]; nextCursor: string }> {
  const order = sort || (query ? 'RELEVANCE' : 'NEWEST');
  const scope = JSON.stringify(['films', query, filters, order]);
  const { after, limit, page } = keyset<listedFilms.FilmKey>({ key: config.CURSOR_KEY, scope, size: pageSize, cursor });
  const rows = await listedFilms.list(db, { query, filters, order, after, limit });
  const { rows: films, nextCursor } = page(rows, ({ sortValue, id }) => [sortValue, id]);
  return { films, nextCursor };
}

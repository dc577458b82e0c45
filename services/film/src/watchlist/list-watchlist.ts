import { keyset } from '@marquee/data/paging';
import { PROJECT_TYPES } from '@marquee/rules/film-types';
import { GENRES } from '@marquee/rules/genres';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { choice, listSchema } from '../films/request-schemas.ts';
import type { FilmResources } from '../resources.ts';
import * as watchlist from './watchlist-films.ts';

export const WATCHLIST_SORTS = ['TITLE', 'RELEASED', 'LENGTH'] as const;
export const listWatchlistSchema = listSchema.extend({
  projectType: choice(PROJECT_TYPES),
  genre: choice(GENRES),
  availableOnly: z.boolean(),
  sort: choice(WATCHLIST_SORTS),
});

export type Watchlist = { rows: watchlist.KeptFilm[]; nextCursor: string; total: number };

/** The viewer's watchlist by filter and order, with how many films are on it [FLM-14:watchlist]. */
export async function listWatchlist(
  { db, config }: Pick<FilmResources, 'db' | 'config'>,
  { accountId }: AccountViewer,
  { pageSize, cursor, sort, ...filters }: z.output<typeof listWatchlistSchema>,
): Promise<Watchlist> {
  const order = sort || 'ADDED';
  const scope = JSON.stringify(['watchlist', accountId, order, filters]);
  const { after, limit, page } = keyset<watchlist.WatchlistKey>({
    ...{ key: config.CURSOR_KEY, scope, size: pageSize, cursor },
  });
  const [listed, total] = await Promise.all([
    watchlist.list(db, { accountId, order, filters, after, limit }),
    watchlist.count(db, accountId),
  ]);
  return { ...page(listed, ({ sortValue, id }) => [sortValue, id]), total };
}

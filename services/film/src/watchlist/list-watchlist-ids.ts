import { WATCHLIST_FILMS_MAX } from '@marquee/rules/watchlist';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { FilmResources } from '../resources.ts';
import * as watchlist from './watchlist-films.ts';

/** The ids of all films on the viewer's watchlist. */
export async function listWatchlistIds(
  { db }: Pick<FilmResources, 'db'>,
  { accountId }: AccountViewer,
): Promise<{ filmIds: string[] }> {
  return { filmIds: await watchlist.ids(db, accountId, WATCHLIST_FILMS_MAX) };
}

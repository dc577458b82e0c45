import { isId } from '@marquee/data/ids';
import { WATCHLIST_FILMS_MAX } from '@marquee/rules/watchlist';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { requireVisibleTo } from '../films/film-rights.ts';
import * as films from '../films/films.ts';
import { filmIdSchema } from '../films/request-schemas.ts';
import type { FilmWrite } from '../resources.ts';
import { watchlistFull } from './watchlist-errors.ts';
import * as watchlist from './watchlist-films.ts';

export const setWatchlistedSchema = filmIdSchema.extend({ watchlisted: z.boolean(), addedAt: z.date().optional() });

/** Puts a film on the viewer's watchlist, or takes it off; one that is not available any more can be taken off [FLM-14:watchlist]. */
export async function setWatchlisted(
  { tx, clock }: FilmWrite,
  viewer: AccountViewer,
  { filmId, watchlisted, addedAt }: z.output<typeof setWatchlistedSchema>,
): Promise<{ watchlisted: boolean }> {
  const { accountId } = viewer;
  if (!watchlisted) {
    if (isId(filmId)) await watchlist.remove(tx, { accountId, filmId });
    return { watchlisted };
  }
  const film = await films.get(tx, filmId);
  // An undo puts back what was on the list, available or not.
  if (!addedAt) requireVisibleTo(viewer, film);
  if ((await watchlist.count(tx, accountId)) >= WATCHLIST_FILMS_MAX) throw watchlistFull();
  const now = clock.now();
  await watchlist.insert(tx, { accountId, filmId, addedAt: addedAt && addedAt < now ? addedAt : now });
  return { watchlisted };
}

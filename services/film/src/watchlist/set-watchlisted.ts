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

export const setWatchlistedSchema = filmIdSchema.extend({ watchlisted: z.boolean(), undo: z.boolean() });

/** Puts a film on the viewer's watchlist, or takes it off; one that is not available any more can be taken off [FLM-14:watchlist]. */
export async function setWatchlisted(
  { tx, clock }: FilmWrite,
  viewer: AccountViewer,
  { filmId, watchlisted, undo }: z.output<typeof setWatchlistedSchema>,
): Promise<{ watchlisted: boolean }> {
  const { accountId } = viewer;
  if (!watchlisted) {
    if (isId(filmId)) await watchlist.remove(tx, { accountId, filmId }, clock.now());
    return { watchlisted };
  }
  const film = await films.get(tx, filmId);
  if (undo && (await watchlist.restore(tx, { accountId, filmId }))) {
    if ((await watchlist.count(tx, accountId)) > WATCHLIST_FILMS_MAX) throw watchlistFull();
    return { watchlisted };
  }
  requireVisibleTo(viewer, film);
  if ((await watchlist.count(tx, accountId)) >= WATCHLIST_FILMS_MAX) throw watchlistFull();
  await watchlist.insert(tx, { accountId, filmId, addedAt: clock.now() });
  return { watchlisted };
}

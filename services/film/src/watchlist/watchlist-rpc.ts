import { WatchlistService } from '@marquee/contracts/film/v1/watchlist_pb';
import { rpc } from '@marquee/service/rpc';
import { noInput, read, write } from '@marquee/service/use-case';
import type { FilmResources } from '../resources.ts';
import { listWatchlist, listWatchlistSchema } from './list-watchlist.ts';
import { listWatchlistIds } from './list-watchlist-ids.ts';
import { setWatchlisted, setWatchlistedSchema } from './set-watchlisted.ts';
import { listWatchlistInput, watchlistMessage } from './watchlist-message.ts';

export const watchlistRpc = rpc<FilmResources>()(WatchlistService, {
  setWatchlisted: write(setWatchlistedSchema, setWatchlisted, undefined, { runsBesideOthers: true }),
  listWatchlist: read(listWatchlistSchema, listWatchlist, watchlistMessage, { from: listWatchlistInput }),
  listWatchlistIds: read(noInput, listWatchlistIds),
});

import { ListWatchlistResponseSchema } from '@marquee/contracts/film/v1/watchlist_pb';
import { api } from '../../api/context.ts';
import { packed, usePacked } from '../../api/packed.ts';
import { requireViewer } from '../../api/viewer.ts';
import { watchlistFiltersOf, watchlistRequest } from '../../features/own-films/watchlist-filters.ts';
import { WatchlistPage } from '../../features/own-films/watchlist-page.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/watchlist';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Watchlist')) }];

export async function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  const filters = watchlistFiltersOf(args.url.searchParams);
  const list = await args.context.get(api).watchlist.listWatchlist(watchlistRequest(filters));
  return { filters, list: packed(ListWatchlistResponseSchema, list) };
}

export default function WatchlistRoute({ loaderData: { filters, list } }: Route.ComponentProps) {
  return <WatchlistPage filters={filters} list={usePacked(ListWatchlistResponseSchema, list)} />;
}

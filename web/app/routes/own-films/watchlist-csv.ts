import { timestampDate } from '@bufbuild/protobuf/wkt';
import { api, site } from '../../api/context.ts';
import { requireViewer } from '../../api/viewer.ts';
import { watchlistCsv } from '../../features/own-films/csv.ts';
import { allPages, csvResponse } from '../../features/own-films/csv-response.ts';
import type { Route } from './+types/watchlist-csv';

const PAGE_SIZE = 100;

/** The viewer's watchlist as a file [FLM-14:csv]. */
export async function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  const { watchlist } = args.context.get(api);
  const films = await allPages(async (cursor) => {
    const { items, nextCursor } = await watchlist.listWatchlist({ pageSize: PAGE_SIZE, cursor });
    return { items, nextCursor };
  });
  const rows = films.map(({ film, addedAt }) => ({
    film,
    addedOn: addedAt ? timestampDate(addedAt).toISOString().slice(0, 10) : '',
  }));
  return csvResponse(await watchlistCsv(rows, args.context.get(site).publicUrl), 'watchlist.csv');
}

import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { ProjectType } from '@marquee/contracts/film/v1/film_pb';
import {
  type ListWatchlistRequest,
  type ListWatchlistResponseSchema,
  WatchlistSort,
} from '@marquee/contracts/film/v1/watchlist_pb';
import { nameOf } from '../films/enum-names.ts';
import { keptCardMessage } from '../films/kept-card.ts';
import type { Watchlist } from './list-watchlist.ts';

export function listWatchlistInput(request: ListWatchlistRequest) {
  return {
    ...request,
    projectType: nameOf(ProjectType, request.projectType),
    sort: nameOf(WatchlistSort, request.sort),
  };
}

export function watchlistMessage({
  rows,
  nextCursor,
  total,
}: Watchlist): MessageInitShape<typeof ListWatchlistResponseSchema> {
  const items = rows.map((row) => ({
    film: keptCardMessage(row, row.available),
    addedAt: timestampFromDate(row.addedAt),
    available: row.available,
  }));
  return { items, nextCursor, total };
}

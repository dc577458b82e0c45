import { ProjectType } from '@marquee/contracts/film/v1/film_pb';
import { WatchlistSort } from '@marquee/contracts/film/v1/watchlist_pb';
import { GENRES } from '@marquee/rules/genres';
import { msg } from '../../language/words.ts';

export const WATCHLIST_PAGE_SIZE = 36;

/** The parameters of /watchlist, in the words of its address. */
export type WatchlistFilters = { type: string; genre: string; sort: string; available: string };

export const KIND_OPTIONS = [
  { value: 'feature', label: msg('Feature films'), is: ProjectType.FEATURE },
  { value: 'short', label: msg('Short films'), is: ProjectType.SHORT },
] as const;

export const SORT_OPTIONS = [
  { value: 'title', label: msg('By title'), is: WatchlistSort.TITLE },
  { value: 'released', label: msg('Newest release first'), is: WatchlistSort.RELEASED },
  { value: 'length', label: msg('Shortest first'), is: WatchlistSort.LENGTH },
] as const;

/** Reads an address; unknown values are left out. */
export function watchlistFiltersOf(params: URLSearchParams): WatchlistFilters {
  const among = (name: string, values: readonly string[]) => {
    const value = params.get(name) ?? '';
    return values.includes(value) ? value : '';
  };
  return {
    type: among(
      'type',
      KIND_OPTIONS.map(({ value }) => value),
    ),
    genre: among('genre', GENRES),
    sort: among(
      'sort',
      SORT_OPTIONS.map(({ value }) => value),
    ),
    available: among('available', ['1']),
  };
}

/** The address of these filters; empty ones are left out. */
export function watchlistHref(filters: WatchlistFilters): string {
  const params = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''));
  return params.size > 0 ? `/watchlist?${params}` : '/watchlist';
}

export function watchlistRequest({ type, genre, sort, available }: WatchlistFilters) {
  return {
    projectType: KIND_OPTIONS.find(({ value }) => value === type)?.is ?? ProjectType.UNSPECIFIED,
    genre,
    sort: SORT_OPTIONS.find(({ value }) => value === sort)?.is ?? WatchlistSort.UNSPECIFIED,
    availableOnly: available === '1',
    pageSize: WATCHLIST_PAGE_SIZE,
  };
}

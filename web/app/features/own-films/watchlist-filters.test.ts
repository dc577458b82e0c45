import { ProjectType } from '@marquee/contracts/film/v1/film_pb';
import { WatchlistSort } from '@marquee/contracts/film/v1/watchlist_pb';
import { watchlistFiltersOf, watchlistHref, watchlistRequest } from './watchlist-filters.ts';

const ALL = { projectType: ProjectType.UNSPECIFIED, genre: '', sort: WatchlistSort.UNSPECIFIED, availableOnly: false };

test.each([
  ['', {}],
  ['type=feature', { projectType: ProjectType.FEATURE }],
  ['type=short&sort=length', { projectType: ProjectType.SHORT, sort: WatchlistSort.LENGTH }],
  ['genre=Drama&sort=title', { genre: 'Drama', sort: WatchlistSort.TITLE }],
  ['sort=released&available=1', { sort: WatchlistSort.RELEASED, availableOnly: true }],
])('the address with "%s" asks for these films, and is written as it was read [FLM-14:watchlist]', (query, asked) => {
  const filters = watchlistFiltersOf(new URLSearchParams(query));
  expect(watchlistRequest(filters)).toEqual({ ...ALL, ...asked, pageSize: 36 });
  expect(watchlistHref(filters)).toBe(query ? `/watchlist?${query}` : '/watchlist');
});

test('what an address names that does not exist is left out', () => {
  const filters = watchlistFiltersOf(new URLSearchParams('type=long&genre=None&sort=best&available=yes'));
  expect(watchlistHref(filters)).toBe('/watchlist');
});

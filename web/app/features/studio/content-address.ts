import { MyFilmsSort } from '@marquee/contracts/film/v1/studio_pb';
import { QUERY_LENGTH_MAX } from '@marquee/rules/catalogue';
import { msg } from '../../language/words.ts';

/** What My Content shows, in the words of its address: /content?q=salt&sort=views&order=up. */
export type ContentView = { q: string; sort: ContentSort; ascending: boolean };
export type ContentSort = 'added' | 'title' | 'views' | 'rating';

export const CONTENT_ADDRESS = '/content';

const SORTS: Record<ContentSort, { is: MyFilmsSort; ascendsFirst: boolean }> = {
  added: { is: MyFilmsSort.ADDED, ascendsFirst: false },
  title: { is: MyFilmsSort.TITLE, ascendsFirst: true },
  views: { is: MyFilmsSort.VIEWS, ascendsFirst: false },
  rating: { is: MyFilmsSort.RATING, ascendsFirst: false },
};

/** The orders in words, for layouts without the headings of columns. */
export const ORDER_OPTIONS = [
  { value: 'added down', label: msg('Newest first') },
  { value: 'added up', label: msg('Oldest first') },
  { value: 'title up', label: msg('By title') },
  { value: 'title down', label: msg('By title, from the end') },
  { value: 'views down', label: msg('Most views first') },
  { value: 'views up', label: msg('Fewest views first') },
  { value: 'rating down', label: msg('Best rated first') },
  { value: 'rating up', label: msg('Lowest rated first') },
] as const;

export const orderOf = ({ sort, ascending }: ContentView) => `${sort} ${ascending ? 'up' : 'down'}`;

/** Reads an address; unknown values are left out. */
export function contentView(params: URLSearchParams): ContentView {
  return {
    q: (params.get('q') ?? '').trim().slice(0, QUERY_LENGTH_MAX),
    ...orderBy(params.get('sort') ?? '', params.get('order') ?? ''),
  };
}

/** A sort and a direction; the newest first instead of what does not exist. */
export function orderBy(name: string, direction: string): Pick<ContentView, 'sort' | 'ascending'> {
  const sort = Object.hasOwn(SORTS, name) ? (name as ContentSort) : 'added';
  return { sort, ascending: direction === 'up' || (direction !== 'down' && SORTS[sort].ascendsFirst) };
}

/** The address of a view; what it would be anyway is left out. */
export function contentHref({ q, sort, ascending }: ContentView): string {
  const params = new URLSearchParams({
    ...(q && { q }),
    ...(sort !== 'added' && { sort }),
    ...(ascending !== SORTS[sort].ascendsFirst && { order: ascending ? 'up' : 'down' }),
  });
  return params.size > 0 ? `${CONTENT_ADDRESS}?${params}` : CONTENT_ADDRESS;
}

/** The view sorted by a column: the other way round when it is sorted by it already. */
export function sortedBy(view: ContentView, sort: ContentSort): ContentView {
  const ascending = view.sort === sort ? !view.ascending : SORTS[sort].ascendsFirst;
  return { ...view, sort, ascending };
}

/** The same as a request of ListMyFilms. */
export const contentRequest = ({ q, sort, ascending }: ContentView) => ({ query: q, sort: SORTS[sort].is, ascending });

import { redirect } from 'react-router';
import { filmsHref, filtersOf } from '../../features/feed/film-filters.ts';
import type { Route } from './+types/search';

/** Films are what can be searched: the search field stands on their page. */
export function loader({ url }: Route.LoaderArgs) {
  return redirect(`${filmsHref(filtersOf(url.searchParams))}#find`);
}

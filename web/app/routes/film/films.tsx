import { api, site } from '../../api/context.ts';
import type { RouteHandle } from '../../api/route-handle.ts';
import { cardView } from '../../features/feed/card-view.ts';
import { FILTER_NAMES, filmsHref, filmsRequest, filtersOf, PAGE_SIZE } from '../../features/feed/film-filters.ts';
import { FilmsPage } from '../../features/feed/films-page.tsx';
import { _ } from '../../language/words.ts';
import { pageMeta, pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/films';

export const handle = { publicPage: { tags: () => ['feed'], query: FILTER_NAMES } } satisfies RouteHandle;

export const meta = ({ loaderData }: Route.MetaArgs) => {
  const filters = loaderData?.filters;
  const about = filters?.genre || (filters?.q ? `“${filters.q}”` : _('All films'));
  return pageMeta({
    title: pageTitle(about),
    description: _('Every film on Marquee, by genre, language, country and length.'),
    path: filters ? filmsHref(filters) : '/films',
    publicUrl: loaderData?.publicUrl,
  });
};

export async function loader({ url, context }: Route.LoaderArgs) {
  const filters = filtersOf(url.searchParams);
  const { films, nextCursor, respelled } = await context
    .get(api)
    .catalogue.listFilms({ ...filmsRequest(filters), pageSize: PAGE_SIZE });
  const other = respelled && { spellings: respelled.spellings, queryMatches: respelled.queryMatches };
  const list = { films: films.map(cardView), nextCursor, respelled: other };
  return { publicUrl: context.get(site).publicUrl, filters, list };
}

export default function FilmsRoute({ loaderData }: Route.ComponentProps) {
  return <FilmsPage filters={loaderData.filters} list={loaderData.list} />;
}

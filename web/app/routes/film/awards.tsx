import { api } from '../../api/context.ts';
import type { RouteHandle } from '../../api/route-handle.ts';
import { awardView } from '../../features/film/award-view.ts';
import { AwardsPage } from '../../features/film/awards.tsx';
import { FilmError } from '../../features/film/film-error.tsx';
import { partTitle } from '../../features/film/film-meta.ts';
import { filmHead } from '../../features/film/film-view.ts';
import { asksForPreview, getFilmView } from '../../features/film/get-film-view.ts';
import { _ } from '../../language/words.ts';
import type { Route } from './+types/awards';

export const handle = {
  publicPage: { tags: ({ filmId }) => [`film:${filmId}`], unless: ['preview'] },
} satisfies RouteHandle;

export const meta = ({ loaderData }: Route.MetaArgs) => partTitle(_('Awards'), loaderData?.film);

export async function loader(args: Route.LoaderArgs) {
  const { context, params } = args;
  const { filmId } = params;
  const [film, { awards }] = await Promise.all([
    getFilmView(context, filmId, asksForPreview(args)),
    context.get(api).catalogue.listAwards({ filmId }),
  ]);
  return { film: filmHead(film), awards: awards.map(awardView) };
}

export default function AwardsRoute({ loaderData }: Route.ComponentProps) {
  return <AwardsPage {...loaderData} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FilmError error={error} />;
}

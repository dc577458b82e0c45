import { api, site } from '../../api/context.ts';
import type { RouteHandle } from '../../api/route-handle.ts';
import { crewView } from '../../features/crew/crew-view.ts';
import { awardView } from '../../features/film/award-view.ts';
import { CREDITS_READ, firstPeople } from '../../features/film/crew-section.tsx';
import { FilmError } from '../../features/film/film-error.tsx';
import { filmMeta } from '../../features/film/film-meta.ts';
import { FilmPage } from '../../features/film/film-page.tsx';
import { asksForPreview, getFilmView } from '../../features/film/get-film-view.ts';
import { REVIEWS_SHOWN } from '../../features/film/reviews-section.tsx';
import { reviewView } from '../../features/reviews/review-view.ts';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/film';

export const handle = {
  publicPage: { tags: ({ filmId }) => [`film:${filmId}`], unless: ['preview'] },
} satisfies RouteHandle;

export const meta = ({ loaderData }: Route.MetaArgs) =>
  loaderData ? filmMeta(loaderData.film, loaderData.publicUrl) : [{ title: pageTitle(_('Film')) }];

export async function loader(args: Route.LoaderArgs) {
  const { params, context } = args;
  const { catalogue, reviews } = context.get(api);
  const { filmId } = params;
  const [view, { crew }, written, { awards }] = await Promise.all([
    getFilmView(context, filmId, asksForPreview(args)),
    catalogue.listCrew({ filmId, pageSize: CREDITS_READ }),
    reviews.listReviews({ filmId, pageSize: REVIEWS_SHOWN }),
    catalogue.listAwards({ filmId }),
  ]);
  return {
    publicUrl: context.get(site).publicUrl,
    film: view,
    crew: firstPeople(crew.map(crewView)),
    reviews: written.reviews.map(reviewView),
    awards: awards.map(awardView),
  };
}

export default function FilmRoute({ loaderData }: Route.ComponentProps) {
  return <FilmPage key={loaderData.film.id} {...loaderData} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FilmError error={error} />;
}

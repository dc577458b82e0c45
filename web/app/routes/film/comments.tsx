import { api } from '../../api/context.ts';
import type { RouteHandle } from '../../api/route-handle.ts';
import { FilmError } from '../../features/film/film-error.tsx';
import { partTitle } from '../../features/film/film-meta.ts';
import { filmHead } from '../../features/film/film-view.ts';
import { asksForPreview, getFilmView } from '../../features/film/get-film-view.ts';
import { fiveCounts, reviewView } from '../../features/reviews/review-view.ts';
import { REVIEWS_PAGE_SIZE, ReviewsPage } from '../../features/reviews/reviews-page.tsx';
import { _ } from '../../language/words.ts';
import type { Route } from './+types/comments';

export const handle = {
  publicPage: { tags: ({ filmId }) => [`film:${filmId}`], unless: ['preview'] },
} satisfies RouteHandle;

export const meta = ({ loaderData }: Route.MetaArgs) => partTitle(_('Reviews'), loaderData?.film);

export async function loader(args: Route.LoaderArgs) {
  const { context, params } = args;
  const { filmId } = params;
  const [film, answer] = await Promise.all([
    getFilmView(context, filmId, asksForPreview(args)),
    context.get(api).reviews.listReviews({ filmId, pageSize: REVIEWS_PAGE_SIZE }),
  ]);
  const { reviews, nextCursor, userRating, ratingCount, ratingHistogram } = answer;
  return {
    film: filmHead(film),
    rating: { mean: userRating, count: ratingCount, histogram: fiveCounts(ratingHistogram) },
    list: { reviews: reviews.map(reviewView), nextCursor },
  };
}

export default function CommentsRoute({ loaderData }: Route.ComponentProps) {
  return <ReviewsPage key={loaderData.film.id} {...loaderData} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FilmError error={error} />;
}

import { FilmReportReason, ReviewService } from '@marquee/contracts/film/v1/reviews_pb';
import { reportFilmSchema } from '@marquee/rules/film-reports';
import { rateFilmSchema } from '@marquee/rules/reviews';
import { implement } from '@marquee/runtime/rpc/implement';
import { parse } from '@marquee/runtime/schema';
import { requireAccount } from '@marquee/runtime/viewer';
import { nameOf } from '../films/enum-names.ts';
import { requireVisibleTo } from '../films/film-rights.ts';
import { getFilm } from '../films/film-store.ts';
import { idempotentWriteOf, writeOf } from '../films/write-once.ts';
import type { FilmResources } from '../resources.ts';
import { listReviews } from './list-reviews.ts';
import { deleteReview, rateFilm } from './rate-film.ts';
import { reportFilm, setLike } from './react-to-film.ts';
import { reviewMessage } from './review-message.ts';
import { getReviewOf } from './review-store.ts';

export function reviewRpc(resources: FilmResources) {
  const { db } = resources;
  return implement(ReviewService, {
    async listReviews(request, { viewer }) {
      requireVisibleTo(viewer, await getFilm(db, request.filmId));
      return listReviews(resources, { ...request, all: false });
    },

    async getUserRating(request, { viewer }) {
      const { accountId } = requireAccount(viewer);
      requireVisibleTo(viewer, await getFilm(db, request.filmId));
      const review = await getReviewOf(db, request.filmId, accountId);
      return review ? { review: reviewMessage(review) } : {};
    },

    rateFilm: (request, context) =>
      rateFilm(resources, writeOf(request, context), { ...parse(rateFilmSchema, request), filmId: request.filmId }),

    async deleteReview(request, context) {
      await deleteReview(resources, idempotentWriteOf(request, context), request.filmId);
      return {};
    },

    setLike: (request, context) => setLike(resources, idempotentWriteOf(request, context), request),

    reportFilm: (request, context) =>
      reportFilm(resources, writeOf(request, context), {
        ...parse(reportFilmSchema, { reason: nameOf(FilmReportReason, request.reason), details: request.details }),
        filmId: request.filmId,
      }),
  });
}

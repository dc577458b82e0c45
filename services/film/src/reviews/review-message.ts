import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { ReviewSchema } from '@marquee/contracts/film/v1/film_pb';
import {
  FilmReportReason,
  type ListReviewsRequest,
  type ListReviewsResponseSchema,
  type RateFilmResponseSchema,
  type ReportFilmRequest,
  ReviewSort,
} from '@marquee/contracts/film/v1/reviews_pb';
import { nameOf } from '../films/enum-names.ts';
import { isFolded } from '../review-talk/spoilers.ts';
import { meanRating } from '../statistics/mean-rating.ts';
import type { ReviewPage } from './list-reviews.ts';
import type { RatedFilm } from './rate-film.ts';
import type { Review } from './reviews.ts';

export function reviewMessage(row: Review): MessageInitShape<typeof ReviewSchema> {
  return {
    ...row,
    waitsForStaff: row.heldAt !== null,
    spoiler: isFolded(row),
    createdAt: timestampFromDate(row.createdAt),
    updatedAt: timestampFromDate(row.updatedAt),
    user: {
      id: row.accountId,
      firstName: row.firstName ?? '',
      lastName: row.lastName ?? '',
      profilePicture: row.profilePicture ?? '',
    },
  };
}

export function ratedFilmMessage({ review, mean, count }: RatedFilm): MessageInitShape<typeof RateFilmResponseSchema> {
  return { ...(review && { review: reviewMessage(review) }), userRating: mean, ratingCount: count };
}

export function reviewPageMessage({
  rows,
  nextCursor,
  stars,
}: ReviewPage & { stars: number[] }): MessageInitShape<typeof ListReviewsResponseSchema> {
  const { mean, count } = meanRating(stars);
  return {
    reviews: rows.map(reviewMessage),
    nextCursor,
    userRating: mean,
    ratingCount: count,
    ratingHistogram: stars,
  };
}

export const listReviewsInput = (request: ListReviewsRequest) => ({
  ...request,
  sort: nameOf(ReviewSort, request.sort),
});

export function reportFilmInput(request: ReportFilmRequest) {
  return { ...request, reason: nameOf(FilmReportReason, request.reason) };
}

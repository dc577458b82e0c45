import { ReviewService } from '@marquee/contracts/film/v1/reviews_pb';
import { rpc } from '@marquee/service/rpc';
import { read, write } from '@marquee/service/use-case';
import { filmIdSchema } from '../films/request-schemas.ts';
import type { FilmResources } from '../resources.ts';
import { deleteReview } from './delete-review.ts';
import { getUserRating } from './get-user-rating.ts';
import { listReviews, listReviewsSchema } from './list-reviews.ts';
import { rateFilm, rateFilmRequestSchema } from './rate-film.ts';
import { reportFilm, reportFilmRequestSchema } from './report-film.ts';
import {
  listReviewsInput,
  ratedFilmMessage,
  reportFilmInput,
  reviewMessage,
  reviewPageMessage,
} from './review-message.ts';
import { setBlock, setBlockSchema } from './set-block.ts';
import { setLike, setLikeSchema } from './set-like.ts';

export const reviewRpc = rpc<FilmResources>()(ReviewService, {
  listReviews: read(listReviewsSchema, listReviews, reviewPageMessage, { from: listReviewsInput }),
  getUserRating: read(filmIdSchema, getUserRating, (review) => (review ? { review: reviewMessage(review) } : {})),
  // Ratings and marks of many are rows of their own.
  rateFilm: write(rateFilmRequestSchema, rateFilm, ratedFilmMessage, { runsBesideOthers: true }),
  deleteReview: write(filmIdSchema, deleteReview, () => ({})),
  setLike: write(setLikeSchema, setLike, undefined, { runsBesideOthers: true }),
  setBlock: write(setBlockSchema, setBlock, undefined, { runsBesideOthers: true }),
  reportFilm: write(reportFilmRequestSchema, reportFilm, () => ({}), { from: reportFilmInput }),
});

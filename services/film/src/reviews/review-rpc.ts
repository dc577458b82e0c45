import { ReviewService } from '@marquee/contracts/film/v1/reviews_pb';
import {
  filmIdSchema,
  filmPageSchema,
  rateFilmRequestSchema,
  reportFilmRequestSchema,
  setBlockSchema,
  setLikeSchema,
} from '@marquee/rules/film-requests';
import { rpc } from '@marquee/service/rpc';
import { read, write } from '@marquee/service/use-case';
import type { FilmResources } from '../resources.ts';
import { deleteReview } from './delete-review.ts';
import { getUserRating } from './get-user-rating.ts';
import { listReviews } from './list-reviews.ts';
import { rateFilm } from './rate-film.ts';
import { reportFilm } from './report-film.ts';
import { ratedFilmMessage, reportFilmInput, reviewMessage, reviewPageMessage } from './review-message.ts';
import { setBlock } from './set-block.ts';
import { setLike } from './set-like.ts';

export const reviewRpc = rpc<FilmResources>()(ReviewService, {
  listReviews: read(filmPageSchema, listReviews, reviewPageMessage),
  getUserRating: read(filmIdSchema, getUserRating, (review) => (review ? { review: reviewMessage(review) } : {})),
  rateFilm: write(rateFilmRequestSchema, rateFilm, ratedFilmMessage),
  deleteReview: write(filmIdSchema, deleteReview, () => ({})),
  setLike: write(setLikeSchema, setLike),
  setBlock: write(setBlockSchema, setBlock),
  reportFilm: write(reportFilmRequestSchema, reportFilm, () => ({}), { from: reportFilmInput }),
});

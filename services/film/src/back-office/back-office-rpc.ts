import { FilmBackOfficeService } from '@marquee/contracts/film/v1/back_office_pb';
import {
  decideAssetReplacementSchema,
  filmIdSchema,
  filmPageSchema,
  listAllFilmsSchema,
  reviewIdSchema,
  setFilmDistributionSchema,
  setFilmFlagsSchema,
  setMakerAutoApprovalSchema,
} from '@marquee/rules/film-requests';
import { rpc } from '@marquee/service/rpc';
import { read, write } from '@marquee/service/use-case';
import type { FilmResources } from '../resources.ts';
import { reviewMessage } from '../reviews/review-message.ts';
import { deleteFilm } from '../studio/delete-film.ts';
import { assetInput, filmAnswer, studioPageMessage } from '../studio/studio-message.ts';
import { decideAssetReplacement } from './decide-asset-replacement.ts';
import { getAnyFilm } from './get-any-film.ts';
import { listAllFilms } from './list-all-films.ts';
import { listFilmReviews } from './list-film-reviews.ts';
import { removeReview } from './remove-review.ts';
import { setFilmDistribution } from './set-film-distribution.ts';
import { setFilmFlags } from './set-film-flags.ts';
import { setMakerAutoApproval } from './set-maker-auto-approval.ts';

/** For ADMIN and SUPER-USER only: the contract declares it, and the interceptor refuses others [ADU-11]. */
export const backOfficeRpc = rpc<FilmResources>()(FilmBackOfficeService, {
  listAllFilms: read(listAllFilmsSchema, listAllFilms, studioPageMessage),
  getAnyFilm: read(filmIdSchema, getAnyFilm, ({ film, makerAutoApproved }) => ({
    ...filmAnswer(film),
    makerAutoApproved,
  })),
  setFilmFlags: write(setFilmFlagsSchema, setFilmFlags, filmAnswer),
  setFilmDistribution: write(setFilmDistributionSchema, setFilmDistribution, filmAnswer),
  setMakerAutoApproval: write(setMakerAutoApprovalSchema, setMakerAutoApproval),
  decideAssetReplacement: write(decideAssetReplacementSchema, decideAssetReplacement, filmAnswer, { from: assetInput }),
  listFilmReviews: read(filmPageSchema, listFilmReviews, ({ rows, nextCursor }) => ({
    reviews: rows.map(reviewMessage),
    nextCursor,
  })),
  removeReview: write(reviewIdSchema, removeReview, () => ({})),
  removeFilm: write(filmIdSchema, deleteFilm, () => ({})),
});

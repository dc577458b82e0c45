import { FilmBackOfficeService } from '@marquee/contracts/film/v1/back_office_pb';
import { rpc } from '@marquee/service/rpc';
import { noInput, read, write } from '@marquee/service/use-case';
import { awardMessage } from '../catalogue/catalogue-message.ts';
import { featureFilm, featureFilmSchema } from '../featured/feature-film.ts';
import { featuredFilmsMessage, featureFilmInput } from '../featured/featured-message.ts';
import { listFeaturedFilms } from '../featured/list-featured-films.ts';
import { moveFeaturedFilm, moveFeaturedFilmSchema } from '../featured/move-featured-film.ts';
import { unfeatureFilm } from '../featured/unfeature-film.ts';
import { filmIdSchema, filmPageSchema } from '../films/request-schemas.ts';
import type { FilmResources } from '../resources.ts';
import { reviewMessage } from '../reviews/review-message.ts';
import { deleteFilm } from '../studio/delete-film.ts';
import { assetInput, oneFilmMessage, studioPageMessage } from '../studio/studio-message.ts';
import { listAllFilmsInput, screeningsMessage, setFilmWindowsInput } from './back-office-message.ts';
import { askMayMake, changeFilmOwner, changeFilmOwnerSchema } from './change-film-owner.ts';
import { decideAssetReplacement, decideAssetReplacementSchema } from './decide-asset-replacement.ts';
import { getAnyFilm } from './get-any-film.ts';
import { getFilmStatistics } from './get-film-statistics.ts';
import { listAllFilms, listAllFilmsSchema } from './list-all-films.ts';
import { listFilmReviews } from './list-film-reviews.ts';
import { listFilmScreenings } from './list-film-screenings.ts';
import { removeFilmAward, removeFilmAwardSchema } from './remove-film-award.ts';
import { removeReview, reviewIdSchema } from './remove-review.ts';
import { saveFilmAward, saveFilmAwardSchema } from './save-film-award.ts';
import { setFilmDistribution, setFilmDistributionSchema } from './set-film-distribution.ts';
import { setFilmFlags, setFilmFlagsSchema } from './set-film-flags.ts';
import { setFilmWindows, setFilmWindowsSchema } from './set-film-windows.ts';
import { setMakerAutoApproval, setMakerAutoApprovalSchema } from './set-maker-auto-approval.ts';

/** For ADMIN and SUPER-USER only: the contract declares it, and the interceptor refuses others [ADU-11]. */
export const backOfficeRpc = rpc<FilmResources>()(FilmBackOfficeService, {
  listAllFilms: read(listAllFilmsSchema, listAllFilms, studioPageMessage, { from: listAllFilmsInput }),
  getAnyFilm: read(filmIdSchema, getAnyFilm, ({ film, makerAutoApproved, updatedByName }) => ({
    ...oneFilmMessage(film),
    makerAutoApproved,
    updatedByName,
    updatedBy: film.film.updatedBy,
    blockCount: film.film.blocks,
    reportCount: film.film.reports,
  })),
  getFilmStatistics: read(filmIdSchema, getFilmStatistics),
  listFilmScreenings: read(filmIdSchema, listFilmScreenings, screeningsMessage),
  setFilmFlags: write(setFilmFlagsSchema, setFilmFlags, oneFilmMessage),
  setFilmDistribution: write(setFilmDistributionSchema, setFilmDistribution, oneFilmMessage),
  setFilmWindows: write(setFilmWindowsSchema, setFilmWindows, oneFilmMessage, { from: setFilmWindowsInput }),
  saveFilmAward: write(saveFilmAwardSchema, saveFilmAward, (award) => ({ award: awardMessage(award) })),
  removeFilmAward: write(removeFilmAwardSchema, removeFilmAward, () => ({})),
  changeFilmOwner: write(changeFilmOwnerSchema, changeFilmOwner, oneFilmMessage, { before: askMayMake }),
  setMakerAutoApproval: write(setMakerAutoApprovalSchema, setMakerAutoApproval),
  decideAssetReplacement: write(decideAssetReplacementSchema, decideAssetReplacement, oneFilmMessage, {
    from: assetInput,
  }),
  listFilmReviews: read(filmPageSchema, listFilmReviews, ({ rows, nextCursor }) => ({
    reviews: rows.map(reviewMessage),
    nextCursor,
  })),
  removeReview: write(reviewIdSchema, removeReview, () => ({})),
  removeFilm: write(filmIdSchema, deleteFilm, () => ({})),
  listFeaturedFilms: read(noInput, listFeaturedFilms, featuredFilmsMessage),
  featureFilm: write(featureFilmSchema, featureFilm, featuredFilmsMessage, { from: featureFilmInput }),
  moveFeaturedFilm: write(moveFeaturedFilmSchema, moveFeaturedFilm, featuredFilmsMessage),
  unfeatureFilm: write(filmIdSchema, unfeatureFilm, featuredFilmsMessage),
});

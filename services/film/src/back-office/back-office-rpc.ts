import {
  FilmBackOfficeService,
  RemoveFilmResponseSchema,
  RemoveReviewResponseSchema,
} from '@marquee/contracts/film/v1/back_office_pb';
import { REVIEW_MESSAGES } from '@marquee/rules/reviews';
import { DomainError } from '@marquee/runtime/errors';
import { implement } from '@marquee/runtime/rpc/implement';
import { getFilm, lockFilm } from '../films/film-store.ts';
import { idempotentWriteOf, signalFilm, writeOf, writeOnce } from '../films/write-once.ts';
import type { FilmResources } from '../resources.ts';
import { listReviews } from '../reviews/list-reviews.ts';
import { uncount } from '../reviews/rate-film.ts';
import { deleteReviewRow } from '../reviews/review-store.ts';
import { removeFilm } from '../studio/delete-film.ts';
import { getStudioFilm } from '../studio/studio-film.ts';
import { assetKindOf } from '../studio/studio-rpc.ts';
import { decideReplacement } from './decide-replacement.ts';
import { setFilmDistribution, setFilmFlags } from './flag-film.ts';
import { listAllFilms } from './list-all-films.ts';
import { isAutoApproved, setMakerAutoApproval } from './maker-settings.ts';

/** Its methods are for ADMIN and SUPER-USER alone: the contract says so, the interceptor refuses the rest [ADU-11]. */
export function backOfficeRpc(resources: FilmResources) {
  const { db } = resources;
  return implement(FilmBackOfficeService, {
    listAllFilms: (request) => listAllFilms(resources, request),

    async getAnyFilm({ filmId }) {
      const { created_by } = await getFilm(db, filmId);
      return { film: await getStudioFilm(db, filmId), makerAutoApproved: await isAutoApproved(db, created_by) };
    },

    setFilmFlags: (request, context) => setFilmFlags(resources, writeOf(request, context), request.filmId, request),

    setFilmDistribution: (request, context) =>
      setFilmDistribution(resources, writeOf(request, context), request.filmId, request),

    setMakerAutoApproval: (request, context) =>
      setMakerAutoApproval(resources, writeOf(request, context), request.filmId, request.autoApproved),

    decideAssetReplacement: (request, context) =>
      decideReplacement(resources, writeOf(request, context), {
        filmId: request.filmId,
        kind: assetKindOf(request.kind),
        approve: request.approve,
      }),

    async listFilmReviews(request) {
      const { id } = await getFilm(db, request.filmId);
      const { reviews, nextCursor } = await listReviews(resources, { ...request, filmId: id, all: true });
      return { reviews, nextCursor };
    },

    removeReview(request, context) {
      const write = idempotentWriteOf(request, context);
      return writeOnce(resources, write, RemoveReviewResponseSchema, async (tx) => {
        const review = await deleteReviewRow(tx, request);
        if (!review) throw reviewNotFound();
        await uncount(tx, review);
        return {};
      });
    },

    removeFilm(request, context) {
      const write = idempotentWriteOf(request, context);
      return writeOnce(resources, write, RemoveFilmResponseSchema, async (tx, afterCommit) => {
        const film = await lockFilm(tx, request.filmId);
        await removeFilm(resources, tx, film);
        afterCommit(() => signalFilm(resources, { id: film.id, version: film.version + 1n }));
        return {};
      });
    },
  });
}

function reviewNotFound(): DomainError {
  return new DomainError({ kind: 'NOT_FOUND', reason: 'REVIEW_NOT_FOUND', message: REVIEW_MESSAGES.reviewNotFound });
}

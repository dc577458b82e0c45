import { create } from '@bufbuild/protobuf';
import { FilmRatedSchema } from '@marquee/contracts/events/v1/film_pb';
import { DeleteReviewResponseSchema, RateFilmResponseSchema } from '@marquee/contracts/film/v1/reviews_pb';
import type { Tx } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import type { Review } from '../../gen/prisma/client.ts';
import { meanRating } from '../films/film-message.ts';
import { requireVisibleTo } from '../films/film-rights.ts';
import { getFilm } from '../films/film-store.ts';
import { signalFilm, type Write, writeOnce } from '../films/write-once.ts';
import type { FilmResources } from '../resources.ts';
import { addToStats, type Stat, starStat } from '../statistics/stat-store.ts';
import { reviewMessage } from './review-message.ts';
import { deleteReviewRow, getReviewOf, getStars, upsertReview } from './review-store.ts';

/** One rating a viewer and film; rating again changes it. No row is shared with other viewers [FLM-06]. */
export async function rateFilm(
  resources: FilmResources,
  write: Write,
  input: { filmId: string; rating: number; message: string },
) {
  const { clock, outbox } = resources;
  const { accountId } = write.viewer;
  return writeOnce(resources, write, RateFilmResponseSchema, async (tx, afterCommit) => {
    const film = await getFilm(tx, input.filmId);
    requireVisibleTo(write.viewer, film);
    const review = await upsertReview(tx, { ...input, id: newId(), accountId, now: clock.now() });

    const changes: Partial<Record<Stat, number>> = {};
    if (review.old_rating !== review.rating) {
      if (review.old_rating !== null) changes[starStat(review.old_rating)] = -1;
      changes[starStat(review.rating)] = 1;
    }
    if (!review.old_message && review.message) changes.comments = 1;
    if (Object.keys(changes).length > 0) await addToStats(tx, film.id, changes);
    await outbox.append(tx, {
      schema: FilmRatedSchema,
      message: create(FilmRatedSchema, { filmId: film.id, accountId, rating: review.rating }),
      aggregateType: 'review',
      aggregateId: review.id,
      aggregateVersion: review.version,
    });
    afterCommit(() => signalFilm(resources, film));

    const { mean, count } = meanRating(await getStars(tx, film.id));
    const row = await getReviewOf(tx, film.id, accountId);
    return { ...(row && { review: reviewMessage(row) }), userRating: mean, ratingCount: count };
  });
}

/** Takes the viewer's rating and words back; doing it twice changes nothing. */
export async function deleteReview(resources: FilmResources, write: Write, filmId: string): Promise<void> {
  await writeOnce(resources, write, DeleteReviewResponseSchema, async (tx, afterCommit) => {
    const film = await getFilm(tx, filmId);
    requireVisibleTo(write.viewer, film);
    const review = await deleteReviewRow(tx, { filmId: film.id, accountId: write.viewer.accountId });
    await uncount(tx, review);
    afterCommit(() => signalFilm(resources, film));
    return {};
  });
}

/** Takes a deleted review out of the counts. */
export async function uncount(tx: Tx, review: Review | undefined): Promise<void> {
  if (!review) return;
  await addToStats(tx, review.film_id, { [starStat(review.rating)]: -1, comments: review.message ? -1 : 0 });
}

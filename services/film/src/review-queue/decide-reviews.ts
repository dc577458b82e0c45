import { isId } from '@marquee/data/ids';
import { decideReviewsSchema } from '@marquee/rules/review-queue';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { Review } from '../../gen/prisma/client.ts';
import * as films from '../films/films.ts';
import * as filmActions from '../moderation/film-actions.ts';
import type { FilmWrite } from '../resources.ts';
import { countReview } from '../reviews/count-review.ts';
import * as queue from './queued-reviews.ts';

export { decideReviewsSchema };

/**
 * Releases reviews that wait for staff, or removes them, and writes why into the history of each film. What was changed
 * or decided since staff saw it is left as it is [FLM-16].
 */
export async function decideReviews(
  write: FilmWrite,
  viewer: AccountViewer,
  { reviews: given, decision, reason }: z.output<typeof decideReviewsSchema>,
): Promise<{ leftIds: string[] }> {
  const { tx } = write;
  const seen = given.filter(({ id }) => isId(id));
  const isRelease = decision === 'RELEASE';
  const decided = isRelease ? await queue.release(tx, seen) : await queue.remove(tx, seen);
  if (isRelease) for (const review of decided) await countReview(tx, review);

  // In the order of the films, so that two members of staff never wait for each other.
  const byFilm = Map.groupBy(decided, ({ filmId }) => filmId);
  for (const filmId of [...byFilm.keys()].sort()) {
    await keepWhy(write, viewer, { filmId, isRelease, reason, reviews: byFilm.get(filmId) ?? [] });
  }
  const decidedIds = new Set(decided.map(({ id }) => id));
  return { leftIds: given.map(({ id }) => id).filter((id) => !decidedIds.has(id)) };
}

async function keepWhy(
  { tx, clock, touch }: FilmWrite,
  { accountId: actorId }: AccountViewer,
  { filmId, isRelease, reason, reviews }: { filmId: string; isRelease: boolean; reason: string; reviews: Review[] },
): Promise<void> {
  const film = await films.lock(tx, filmId);
  await filmActions.insert(
    tx,
    { filmId, version: film.version, actorId, createdAt: clock.now() },
    reviews.map(({ accountId }) => ({
      kind: isRelease ? 'REVIEW_RELEASED' : 'REVIEW_REMOVED',
      reason,
      changes: [{ field: 'reviewBy', before: isRelease ? '' : accountId, after: isRelease ? accountId : '' }],
    })),
  );
  touch('film', film);
}

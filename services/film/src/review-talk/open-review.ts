import type { Tx } from '@marquee/data/database';
import type { AccountViewer, Viewer } from '@marquee/runtime/viewer';
import { requireVisibleTo } from '../films/film-rights.ts';
import type { Queryable } from '../films/films.ts';
import * as films from '../films/films.ts';
import * as blocks from '../people/blocks.ts';
import type { FilmWrite } from '../resources.ts';
import { reviewNotFound } from '../reviews/review-errors.ts';
import * as reviews from '../reviews/reviews.ts';
import { notForYou } from './talk-errors.ts';

/** A review that the viewer sees: of a film that they see, and not one of somebody else that waits for staff. */
export async function openReview(db: Queryable, viewer: Viewer, reviewId: string): Promise<reviews.Review> {
  const review = await reviews.byId(db, reviewId);
  const isOwn = viewer.kind === 'account' && viewer.accountId === review?.accountId;
  if (!review || (review.heldAt && !isOwn)) throw reviewNotFound();
  requireVisibleTo(viewer, await films.get(db, review.filmId));
  return review;
}

/**
 * The same for who reacts to it, which a block between them forbids from both sides. The review cannot be deleted until
 * the transaction ends.
 */
export async function reactTo(tx: Tx, viewer: AccountViewer, reviewId: string): Promise<reviews.Review> {
  await reviews.hold(tx, reviewId);
  const review = await openReview(tx, viewer, reviewId);
  if (review.heldAt) throw reviewNotFound();
  if (await blocks.isBetween(tx, review.accountId, viewer.accountId)) throw notForYou();
  return review;
}

/** Lets the page of the film show what has changed. */
export async function touchFilmOf({ tx, touch }: Pick<FilmWrite, 'tx' | 'touch'>, filmId: string): Promise<void> {
  touch('film', await films.get(tx, filmId));
}

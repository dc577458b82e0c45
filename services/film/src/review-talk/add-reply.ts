import { newId } from '@marquee/data/ids';
import { replySchema } from '@marquee/rules/review-talk';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { FilmWrite } from '../resources.ts';
import type { Review } from '../reviews/reviews.ts';
import { watchedIn } from '../reviews/watched-words.ts';
import { reactTo, touchFilmOf } from './open-review.ts';
import * as replies from './replies.ts';
import * as counts from './review-counts.ts';
import { reviewIdSchema } from './review-id.ts';
import { repliesClosed, replyNotFound } from './talk-errors.ts';
import { reviewReplied } from './talk-events.ts';

export const addReplySchema = replySchema.extend(reviewIdSchema.shape);

/** Replies to a review; with a watched word the reply waits for staff [FLM-14:replies] [FLM-16]. */
export async function addReply(
  write: FilmWrite,
  viewer: AccountViewer,
  { reviewId, message, spoiler }: z.output<typeof addReplySchema>,
): Promise<replies.Reply> {
  const { tx, clock, settings } = write;
  const review = await reactTo(tx, viewer, reviewId);
  if (review.repliesClosed) throw repliesClosed();
  const [id, heldWords] = [newId(), watchedIn(message, settings)];
  const { accountId } = viewer;
  await replies.insert(tx, { id, reviewId: review.id, accountId, message, spoiler, heldWords, now: clock.now() });
  const reply = await replies.find(tx, id);
  if (!reply) throw replyNotFound();
  if (reply.heldAt === null) await publishReply(write, reply, review);
  return reply;
}

/** Counts a reply that everybody can read from now, and says so. */
export async function publishReply(
  write: Pick<FilmWrite, 'tx' | 'emit' | 'touch'>,
  reply: Pick<replies.Reply, 'id' | 'version' | 'reviewId' | 'accountId'>,
  review: Pick<Review, 'filmId' | 'accountId'>,
): Promise<void> {
  await counts.add(write.tx, reply.reviewId, { replies: 1 });
  if (reply.accountId !== review.accountId) await write.emit(reviewReplied(reply, review));
  await touchFilmOf(write, review.filmId);
}

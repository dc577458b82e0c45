import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { FilmWrite } from '../resources.ts';
import * as reviews from '../reviews/reviews.ts';
import { ownReply } from './edit-reply.ts';
import { touchFilmOf } from './open-review.ts';
import * as replies from './replies.ts';
import * as counts from './review-counts.ts';
import type { replyIdSchema } from './review-id.ts';

/** Deletes the viewer's own reply, at any time [FLM-14:replies]. */
export async function deleteReply(
  write: FilmWrite,
  viewer: AccountViewer,
  { replyId }: z.output<typeof replyIdSchema>,
): Promise<void> {
  const { tx } = write;
  const reply = await ownReply(write, viewer, replyId);
  await replies.remove(tx, reply.id);
  if (reply.heldAt) return;
  await counts.add(tx, reply.reviewId, { replies: -1 });
  const review = await reviews.byId(tx, reply.reviewId);
  if (review) await touchFilmOf(write, review.filmId);
}

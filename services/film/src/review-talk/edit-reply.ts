import { REPLY_EDIT_MINUTES, replySchema } from '@marquee/rules/review-talk';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { FilmWrite } from '../resources.ts';
import { watchedIn } from '../reviews/watched-words.ts';
import { publishReply } from './add-reply.ts';
import { reactTo, touchFilmOf } from './open-review.ts';
import * as replies from './replies.ts';
import * as counts from './review-counts.ts';
import { replyIdSchema } from './review-id.ts';
import { editOver, replyNotFound } from './talk-errors.ts';

export const editReplySchema = replySchema.extend(replyIdSchema.shape);

const EDIT_MS = REPLY_EDIT_MINUTES * 60_000;

/** Changes the viewer's own reply shortly after it was written [FLM-14:replies]. */
export async function editReply(
  write: FilmWrite,
  viewer: AccountViewer,
  { replyId, message, spoiler }: z.output<typeof editReplySchema>,
): Promise<replies.Reply> {
  const { tx, clock, settings } = write;
  const now = clock.now();
  const before = await ownReply(write, viewer, replyId);
  const review = await reactTo(tx, viewer, before.reviewId);
  if (before.message === message && before.spoiler === spoiler) return before;
  if (now.getTime() - before.createdAt.getTime() > EDIT_MS) throw editOver();
  await replies.update(tx, { id: before.id, message, spoiler, heldWords: watchedIn(message, settings), now });
  const reply = await replies.find(tx, before.id);
  if (!reply) throw replyNotFound();
  if (before.heldAt && !reply.heldAt) await publishReply(write, reply, review);
  if (!before.heldAt && reply.heldAt) {
    await counts.add(tx, review.id, { replies: -1 });
    await touchFilmOf(write, review.filmId);
  }
  return reply;
}

/** The viewer's own reply, locked. */
export async function ownReply(
  { tx }: Pick<FilmWrite, 'tx'>,
  { accountId }: AccountViewer,
  replyId: string,
): Promise<replies.Reply> {
  const reply = await replies.lock(tx, replyId);
  if (reply?.accountId !== accountId) throw replyNotFound();
  return reply;
}

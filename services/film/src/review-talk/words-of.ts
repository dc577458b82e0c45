import { REQUEST_MESSAGES } from '@marquee/rules/request-messages';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { Queryable } from '../films/films.ts';
import * as blocks from '../people/blocks.ts';
import { openReview } from './open-review.ts';
import * as replies from './replies.ts';
import type { Marked } from './spoilers.ts';
import { replyNotFound } from './talk-errors.ts';

/** A review or a reply. */
export const wordsIdSchema = z.object({
  kind: z.enum(['REVIEW', 'REPLY'], REQUEST_MESSAGES.choiceUnknown),
  wordsId: z.string(),
});

export type Words = Marked & { accountId: string; filmId: string; message: string };

/** A review or a reply that the viewer sees, with its words. */
export async function openWords(
  db: Queryable,
  viewer: Viewer,
  { kind, wordsId }: z.output<typeof wordsIdSchema>,
): Promise<Words> {
  if (kind === 'REVIEW') {
    const { id, accountId, filmId, message } = await openReview(db, viewer, wordsId);
    return { kind, id, accountId, filmId, message };
  }
  const reply = await replies.find(db, wordsId);
  const isOwn = viewer.kind === 'account' && viewer.accountId === reply?.accountId;
  if (!reply || (reply.heldAt && !isOwn)) throw replyNotFound();
  if (viewer.kind === 'account' && (await blocks.isBetween(db, reply.accountId, viewer.accountId)))
    throw replyNotFound();
  const { filmId } = await openReview(db, viewer, reply.reviewId);
  return { kind, id: reply.id, accountId: reply.accountId, filmId, message: reply.message };
}

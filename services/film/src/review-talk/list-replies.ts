import { keyset } from '@marquee/data/paging';
import type { Viewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import * as blocks from '../people/blocks.ts';
import type { FilmResources } from '../resources.ts';
import type { reviewPageSchema } from './list-review-likes.ts';
import { openReview } from './open-review.ts';
import * as replies from './replies.ts';
import { isFolded } from './spoilers.ts';

export type Replies = { rows: replies.Reply[]; nextCursor: string; canReply: boolean };

/** What was replied to a review, the oldest first; folded words come only when they are asked for [FLM-14:replies]. */
export async function listReplies(
  { db, config }: Pick<FilmResources, 'db' | 'config'>,
  viewer: Viewer,
  { reviewId, pageSize, cursor }: z.output<typeof reviewPageSchema>,
): Promise<Replies> {
  const review = await openReview(db, viewer, reviewId);
  const viewerId = viewer.kind === 'account' ? viewer.accountId : null;
  const { after, limit, page } = keyset<replies.ReplyKey>({
    ...{ key: config.CURSOR_KEY, scope: JSON.stringify(['replies', review.id]), size: pageSize, cursor },
  });
  const listed = await replies.list(db, { reviewId: review.id, viewerId, limit, ...(after && { after }) });
  const { rows, nextCursor } = page(listed, ({ createdAt, id }) => [createdAt.toISOString(), id]);
  const isBlocked = viewerId !== null && (await blocks.isBetween(db, review.accountId, viewerId));
  return {
    rows: rows.map((reply) => (isFolded(reply) && reply.accountId !== viewerId ? { ...reply, message: '' } : reply)),
    nextCursor,
    canReply: viewerId !== null && !review.repliesClosed && review.heldAt === null && !isBlocked,
  };
}

import { keyset } from '@marquee/data/paging';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { listSchema } from '../films/request-schemas.ts';
import type { FilmResources } from '../resources.ts';
import * as queue from './queued-reviews.ts';

export type QueuePage = { rows: queue.QueuedReview[]; nextCursor: string };

/** The reviews that wait for staff, the oldest first [FLM-16]. */
export async function listReviewQueue(
  { db, config }: Pick<FilmResources, 'db' | 'config'>,
  _viewer: AccountViewer,
  { pageSize, cursor }: z.output<typeof listSchema>,
): Promise<QueuePage> {
  const { after, limit, page } = keyset<queue.QueueKey>({
    ...{ key: config.CURSOR_KEY, scope: 'review-queue', size: pageSize, cursor },
  });
  return page(await queue.list(db, { after, limit }), ({ heldAt, id }) => [heldAt.toISOString(), id]);
}

import { keyset } from '@marquee/data/paging';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import { choice, listSchema } from '../films/request-schemas.ts';
import type { FilmResources } from '../resources.ts';
import * as queue from './queued-reviews.ts';

export const listReviewQueueSchema = listSchema.extend({ list: choice(queue.QUEUE_LISTS) });
export type QueuePage = { rows: queue.QueuedWords[]; nextCursor: string };

/** What waits for staff, or what everybody replied lately [FLM-16]. */
export async function listReviewQueue(
  { db, config }: Pick<FilmResources, 'db' | 'config'>,
  _viewer: AccountViewer,
  { list, pageSize, cursor }: z.output<typeof listReviewQueueSchema>,
): Promise<QueuePage> {
  const of = list || 'HELD';
  const { after, limit, page } = keyset<queue.QueueKey>({
    ...{ key: config.CURSOR_KEY, scope: JSON.stringify(['review-queue', of]), size: pageSize, cursor },
  });
  return page(await queue.list(db, { of, after, limit }), ({ since, id }) => [since.toISOString(), id]);
}

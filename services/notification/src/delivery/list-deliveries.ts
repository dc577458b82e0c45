import type { Database } from '@marquee/data/database';
import { cutPage, decodeCursor, encodeCursor, pageSize } from '@marquee/data/paging';
import type { Delivery } from '../../gen/prisma/client.ts';
import * as deliveries from './deliveries.ts';

const CURSOR_SCOPE = 'deliveries';

export type ListResources = { db: Database; cursorKey: string };

/** What became of messages, newest first. */
export async function listDeliveries(
  { db, cursorKey }: ListResources,
  input: { pageSize: number; cursor: string },
): Promise<{ rows: Delivery[]; nextCursor: string }> {
  const size = pageSize(input.pageSize);
  const [beforeId] = input.cursor ? decodeCursor<[string]>(cursorKey, input.cursor, CURSOR_SCOPE) : [];
  const rows = await deliveries.page(db, beforeId, size + 1);
  return cutPage(rows, size, ({ id }) => encodeCursor(cursorKey, [id], CURSOR_SCOPE));
}

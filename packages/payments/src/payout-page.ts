import type { Query } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';
import { keyset } from '@marquee/data/paging';
import type { Payout } from './payouts.ts';
import * as payouts from './payouts.ts';

export type PayoutPage = { rows: Payout[]; nextCursor: string };

/**
 * A page of an owner's payouts, the newest first.
 *
 * @param key authenticates the cursor
 * @throws DomainError INVALID for a cursor of another list
 */
export async function payoutPage(
  db: { query: Query },
  key: string,
  { ownerId, pageSize: size, cursor }: { ownerId: string; pageSize: number; cursor: string },
): Promise<PayoutPage> {
  const { after, limit, page } = keyset<[string, string]>({ key, scope: `payouts ${ownerId}`, size, cursor });
  if (!isId(ownerId)) return { rows: [], nextCursor: '' };
  const place = after && { createdAt: new Date(after[0]), id: after[1] };
  const rows = await payouts.list(db, { ownerId, after: place, limit });
  return page(rows, ({ createdAt, id }) => [createdAt.toISOString(), id]);
}

import { isId } from '@marquee/data/ids';
import { keyset } from '@marquee/data/paging';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FestivalResources } from '../resources.ts';
import * as sold from './sold-orders.ts';

export const listUserTicketOrdersSchema = z.object({
  accountId: z.string().min(1),
  pageSize: z.number(),
  cursor: z.string(),
});

/** What a user has bought of all organizations, for staff. */
export async function listUserTicketOrders(
  { db, config }: FestivalResources,
  _viewer: AccountViewer,
  { accountId, pageSize: size, cursor }: z.output<typeof listUserTicketOrdersSchema>,
): Promise<{ orders: sold.SoldOrder[]; nextCursor: string }> {
  const list = keyset<sold.SoldKey>({ key: config.CURSOR_KEY, scope: `orders by ${accountId}`, size, cursor });
  if (!isId(accountId)) return { orders: [], nextCursor: '' };
  const found = await sold.listBought(db, { accountId, after: list.after, limit: list.limit });
  const { rows, nextCursor } = list.page(found, ({ createdAt, id }) => [createdAt.toISOString(), id]);
  return { orders: rows, nextCursor };
}

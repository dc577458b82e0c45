import { isId } from '@marquee/data/ids';
import { keyset } from '@marquee/data/paging';
import * as orders from '@marquee/payments/orders';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { FilmResources } from '../resources.ts';
import type { listUserRecordsSchema } from '../user-records/user-unlocks.ts';
import { type OwnOrder, withTitles } from './own-order.ts';

type OrderPage = { rows: OwnOrder[]; nextCursor: string };

/** What the viewer has paid for, the newest first [SET-11:orders]. */
export function listOrders(
  resources: FilmResources,
  { accountId }: AccountViewer,
  input: { pageSize: number; cursor: string },
): Promise<OrderPage> {
  return pageOf(resources, { ...input, accountId });
}

/** The same of any user, for staff. */
export function listUserOrders(
  resources: FilmResources,
  _viewer: AccountViewer,
  input: z.output<typeof listUserRecordsSchema>,
): Promise<OrderPage> {
  return pageOf(resources, input);
}

async function pageOf(
  { db, config }: FilmResources,
  { accountId, pageSize, cursor }: z.output<typeof listUserRecordsSchema>,
): Promise<OrderPage> {
  const list = { key: config.CURSOR_KEY, scope: `orders ${accountId}`, size: pageSize, cursor };
  const { after, limit, page } = keyset<[string, string]>(list);
  if (!isId(accountId)) return { rows: [], nextCursor: '' };
  const place = after && { createdAt: new Date(after[0]), id: after[1] };
  const paid = await orders.listPaid(db, { accountId, after: place, limit });
  const { rows, nextCursor } = page(paid, ({ createdAt, id }) => [createdAt.toISOString(), id]);
  return { rows: await withTitles(db, rows), nextCursor };
}

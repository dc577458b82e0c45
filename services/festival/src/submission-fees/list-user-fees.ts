import { isId } from '@marquee/data/ids';
import { keyset } from '@marquee/data/paging';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { FestivalResources } from '../resources.ts';
import type { listUserTicketOrdersSchema } from '../ticket-desk/list-user-ticket-orders.ts';
import * as fees from './paid-fees.ts';

/** What a user has paid to submit films, of all organizations, for staff. */
export async function listUserFees(
  { db, config }: FestivalResources,
  _viewer: AccountViewer,
  { accountId, pageSize: size, cursor }: z.output<typeof listUserTicketOrdersSchema>,
): Promise<{ fees: fees.PaidFee[]; nextCursor: string }> {
  const list = keyset<fees.FeeKey>({ key: config.CURSOR_KEY, scope: `fees of ${accountId}`, size, cursor });
  if (!isId(accountId)) return { fees: [], nextCursor: '' };
  const found = await fees.listPaid(db, { accountId, after: list.after, limit: list.limit });
  const { rows, nextCursor } = list.page(found, ({ createdAt, submissionId }) => [
    createdAt.toISOString(),
    submissionId,
  ]);
  return { fees: rows, nextCursor };
}

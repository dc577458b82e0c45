import { isId } from '@marquee/data/ids';
import { keyset } from '@marquee/data/paging';
import * as accounts from '@marquee/ledger/accounts';
import type { PayoutAccountStatus } from '@marquee/payments/payout-provider';
import type { Payout } from '@marquee/payments/payouts';
import * as payouts from '@marquee/payments/payouts';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import * as earnings from '../earnings/earnings.ts';
import type { listSchema } from '../films/request-schemas.ts';
import { isSuspended } from '../people/suspensions.ts';
import type { FilmResources } from '../resources.ts';
import type { listUserRecordsSchema } from '../user-records/user-unlocks.ts';

type PayoutPage = { rows: Payout[]; nextCursor: string };

/** The viewer's payouts, the newest first. */
export function listPayouts(
  resources: FilmResources,
  { accountId }: AccountViewer,
  input: z.output<typeof listSchema>,
): Promise<PayoutPage> {
  return pageOf(resources, { ...input, accountId });
}

/** The same of any user, for staff, with what could be paid out. */
export async function listUserPayouts(
  resources: FilmResources,
  _viewer: AccountViewer,
  input: z.output<typeof listUserRecordsSchema>,
): Promise<PayoutPage & { status: PayoutAccountStatus | undefined; available: bigint; held: boolean }> {
  const { accountId } = input;
  const { db } = resources;
  const [page, account, book, held] = await Promise.all([
    pageOf(resources, input),
    isId(accountId) ? payouts.findAccount(db, accountId) : undefined,
    earnings.bookOf(db, accountId),
    isId(accountId) && isSuspended(db, accountId),
  ]);
  const available = book ? (await accounts.balance(db, book.mine)).available : 0n;
  return { ...page, status: account?.status, available, held };
}

async function pageOf(
  { db, config }: FilmResources,
  { accountId: ownerId, pageSize: size, cursor }: z.output<typeof listUserRecordsSchema>,
): Promise<PayoutPage> {
  const list = { key: config.CURSOR_KEY, scope: `payouts ${ownerId}`, size, cursor };
  const { after, limit, page } = keyset<[string, string]>(list);
  if (!isId(ownerId)) return { rows: [], nextCursor: '' };
  const place = after && { createdAt: new Date(after[0]), id: after[1] };
  const rows = await payouts.list(db, { ownerId, after: place, limit });
  return page(rows, ({ createdAt, id }) => [createdAt.toISOString(), id]);
}

import { isId } from '@marquee/data/ids';
import * as accounts from '@marquee/ledger/accounts';
import { bookOf } from '@marquee/payments/earnings';
import { type PayoutPage, payoutPage } from '@marquee/payments/payout-page';
import type { PayoutAccountStatus } from '@marquee/payments/payout-provider';
import * as payouts from '@marquee/payments/payouts';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { listSchema } from '../films/request-schemas.ts';
import { isSuspended } from '../people/suspensions.ts';
import type { FilmResources } from '../resources.ts';
import type { listUserRecordsSchema } from '../user-records/user-unlocks.ts';

/** The viewer's payouts, the newest first. */
export function listPayouts(
  { db, config }: FilmResources,
  { accountId: ownerId }: AccountViewer,
  input: z.output<typeof listSchema>,
): Promise<PayoutPage> {
  return payoutPage(db, config.CURSOR_KEY, { ...input, ownerId });
}

/** The same of any user, for staff, with what could be paid out. */
export async function listUserPayouts(
  { db, config }: FilmResources,
  _viewer: AccountViewer,
  input: z.output<typeof listUserRecordsSchema>,
): Promise<PayoutPage & { status: PayoutAccountStatus | undefined; available: bigint; held: boolean }> {
  const { accountId } = input;
  const [page, account, book, held] = await Promise.all([
    payoutPage(db, config.CURSOR_KEY, { ...input, ownerId: accountId }),
    isId(accountId) ? payouts.findAccount(db, accountId) : undefined,
    bookOf(db, accountId),
    isId(accountId) && isSuspended(db, accountId),
  ]);
  const available = book ? (await accounts.balance(db, book.mine)).available : 0n;
  return { ...page, status: account?.status, available, held };
}

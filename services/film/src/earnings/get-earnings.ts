import * as accounts from '@marquee/ledger/accounts';
import * as books from '@marquee/payments/earnings';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { feeBasisPoints } from '../checkout/fee.ts';
import type { FilmResources } from '../resources.ts';

export type Earnings = Pick<books.Totals, 'earnings' | 'fee'> & {
  available: bigint;
  onTheWay: bigint;
  paidOut: bigint;
  heldForRefunds: bigint;
  feeBasisPoints: number;
};

/** What the viewer has earned, and what of it is there [STU-09:earnings]. */
export async function getEarnings(resources: FilmResources, { accountId }: AccountViewer): Promise<Earnings> {
  const { db } = resources;
  const next = { feeBasisPoints: feeBasisPoints(resources) };
  const book = await books.bookOf(db, accountId);
  if (!book) return { ...NOTHING, ...next };
  const [{ earnings, fee, paidOut }, held, { available }] = await Promise.all([
    books.totals(db, book),
    books.held(db, book.mine),
    accounts.balance(db, book.mine),
  ]);
  return { earnings, fee, paidOut, available, onTheWay: held.payouts, heldForRefunds: held.refunds, ...next };
}

const NOTHING = { earnings: 0n, fee: 0n, available: 0n, onTheWay: 0n, paidOut: 0n, heldForRefunds: 0n };

import * as accounts from '@marquee/ledger/accounts';
import * as books from '@marquee/payments/earnings';
import * as payouts from '@marquee/payments/payouts';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import { feeBasisPoints } from '../checkout/fee.ts';
import type { festivalIdSchema } from '../organizations/get-organization.ts';
import type { FestivalResources } from '../resources.ts';
import * as tallies from '../tallies/tallies.ts';
import { organizationWithMoney } from './money-rights.ts';

export type FestivalEarnings = {
  totals: books.Totals;
  available: bigint;
  onTheWay: bigint;
  paidOut: bigint;
  heldForRefunds: bigint;
  feeBasisPoints: number;
};

/** What an organization has earned, and what of it is there [FES-06] [ADO-05]. */
export async function getFestivalEarnings(
  resources: FestivalResources,
  viewer: AccountViewer,
  { festivalId }: z.output<typeof festivalIdSchema>,
): Promise<FestivalEarnings> {
  const { db } = resources;
  const { id } = await organizationWithMoney(db, viewer, festivalId);
  const [book, sold, paidOut] = await Promise.all([
    books.bookOf(db, id),
    tallies.ofFestival(db, id),
    payouts.paidOut(db, id),
  ]);
  const [held, { available }] = book
    ? await Promise.all([books.held(db, book.mine), accounts.balance(db, book.mine)])
    : [{ payouts: 0n, refunds: 0n }, { available: 0n }];
  return {
    ...{ totals: totalsOf(sold), available, paidOut, onTheWay: held.payouts, heldForRefunds: held.refunds },
    feeBasisPoints: feeBasisPoints(resources),
  };
}

/** What sums of sales are for who earned them. */
export const totalsOf = ({
  sales,
  refunds,
  amount,
  fee,
}: Pick<tallies.Counts, 'sales' | 'refunds' | 'amount' | 'fee'>): books.Totals => ({
  ...{ sales: BigInt(sales), refunds: BigInt(refunds), earnings: amount - fee, fee },
});

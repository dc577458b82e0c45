import { every } from '@marquee/data/every';
import { keepTestCard } from '@marquee/payments/keep-test-card';
import { startMoneyLoops } from '@marquee/payments/money-loops';
import { openPayments, openPayouts } from '@marquee/payments/open-payments';
import { createOrderDesk, type OrderDesk } from '@marquee/payments/order-desk';
import { createPayoutDesk, type PayoutDesk } from '@marquee/payments/payout-desk';
import * as payoutRows from '@marquee/payments/payouts';
import type { TestPayoutProvider } from '@marquee/payments/test-payouts';
import type { TestProvider } from '@marquee/payments/test-provider';
import { SALES_CURRENCY } from '@marquee/rules/payments';
import type { Loop } from '@marquee/service/define-service';
import { transact } from '@marquee/service/use-case';
import { arePayoutsHeld } from '../money/are-payouts-held.ts';
import { moneyPath } from '../money/money-path.ts';
import type { FestivalResources, FestivalWrite } from '../resources.ts';
import { sweepSubmissions } from '../submissions/sweep-submissions.ts';
import { offerTickets } from '../waiting-lists/offer-tickets.ts';
import { festivalGoods } from './festival-goods.ts';
import { paymentDifferences } from './instruments.ts';
import { refundCancelledEvents } from './refund-cancelled-events.ts';
import { releaseOverdue } from './release-overdue.ts';

/** What takes money for tickets and submissions. */
export type Sales = {
  desk: OrderDesk<FestivalWrite>;
  /** How organizations get their part. */
  payouts: PayoutDesk<FestivalWrite>;
  /** Where no real money is taken. */
  test: TestProvider | undefined;
  testPayouts: TestPayoutProvider | undefined;
};

const RELEASE_EVERY_MS = 1_000;
const CANCELLED_EVERY_MS = 5_000;
const OFFERS_EVERY_MS = 1_000;
const SUBMISSIONS_EVERY_MS = 2_000;

/** Undefined where no payment provider is set up. `resources` gives those that the sales become a part of. */
export function openSales(
  { db, clock, log, config, customers }: Pick<FestivalResources, 'db' | 'clock' | 'log' | 'config' | 'customers'>,
  resources: () => FestivalResources,
): Sales | undefined {
  const payments = openPayments({ db, clock, config, keepCard: keepTestCard({ db, customers }) });
  const testPage = async (account: string) =>
    `${moneyPath((await payoutRows.ownerOf(db, account)) ?? '')}/test-account`;
  const payouts = openPayouts({ db, clock, config, testPage });
  if (!payments || !payouts) return undefined;
  const { provider, test } = payments;
  const writes: Parameters<typeof createOrderDesk<FestivalWrite>>[0]['transact'] = (work) =>
    transact(resources(), work);
  const { payoutProvider, testPayouts } = payouts;
  const shared = { db, transact: writes, clock, log };
  return {
    desk: createOrderDesk({ ...shared, provider, goods: festivalGoods }),
    payouts: createPayoutDesk({
      ...shared,
      provider: payoutProvider,
      isHeld: arePayoutsHeld,
      currency: SALES_CURRENCY,
    }),
    ...{ test, testPayouts },
  };
}

/** Ends what was left halfway, gives back what was held too long, and runs the test provider where there is one. */
export function startSales(resources: FestivalResources): Loop {
  const { db, log, clock, sales } = resources;
  const loops = [
    every(RELEASE_EVERY_MS, (signal) => releaseOverdue(resources, signal), { name: 'held tickets', log }),
    every(CANCELLED_EVERY_MS, (signal) => refundCancelledEvents(resources, signal), { name: 'cancelled events', log }),
    every(OFFERS_EVERY_MS, (signal) => offerTickets(resources, signal), { name: 'waiting lists', log }),
    every(SUBMISSIONS_EVERY_MS, (signal) => sweepSubmissions(resources, signal), { name: 'submissions', log }),
    ...(sales ? [startMoneyLoops({ db, clock, log, ...sales, watch: paymentDifferences.watch })] : []),
  ];
  return { close: async () => void (await Promise.all(loops.map((loop) => loop.close()))) };
}

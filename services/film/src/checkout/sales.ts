import { every } from '@marquee/data/every';
import { keepTestCard } from '@marquee/payments/keep-test-card';
import { startMoneyLoops } from '@marquee/payments/money-loops';
import { openPayments, openPayouts } from '@marquee/payments/open-payments';
import { createOrderDesk, type OrderDesk } from '@marquee/payments/order-desk';
import { createPayoutDesk, type PayoutDesk } from '@marquee/payments/payout-desk';
import type { TestPayoutProvider } from '@marquee/payments/test-payouts';
import type { TestProvider } from '@marquee/payments/test-provider';
import { SALES_CURRENCY } from '@marquee/rules/payments';
import type { Loop } from '@marquee/service/define-service';
import { transact } from '@marquee/service/use-case';
import { isSuspended } from '../people/suspensions.ts';
import type { FilmResources, FilmWrite } from '../resources.ts';
import { coinPayments } from './coin-payments.ts';
import { paymentDifferences } from './instruments.ts';
import { routePayments } from './payment-routes.ts';
import { refundLostOrders } from './refund-lost-orders.ts';
import { unlockGoods } from './unlock-goods.ts';

/** What takes money for films. */
export type Sales = {
  /** The orders of films, as `FilmResources.desk`. */
  desk: OrderDesk<FilmWrite>;
  /** How makers get their part. */
  payouts: PayoutDesk<FilmWrite>;
  /** Where no real money is taken. */
  test: TestProvider | undefined;
  testPayouts: TestPayoutProvider | undefined;
};

/** Where a maker sets what is known of their test account. */
const TEST_ACCOUNT_PAGE = '/content/earnings/test-account';
const LOST_EVERY_MS = 10_000;

type Opened = {
  /** The orders of films, for money and for coins. */
  desk: OrderDesk<FilmWrite>;
  /** Undefined where no payment provider is set up: then only coins pay. */
  sales: Sales | undefined;
};

/** `resources` gives those that the orders become a part of. */
export function openSales(
  {
    db,
    clock,
    log,
    config,
    customers,
    coins,
  }: Pick<FilmResources, 'db' | 'clock' | 'log' | 'config' | 'customers' | 'coins'>,
  resources: () => FilmResources,
): Opened {
  const payments = openPayments({ db, clock, config, keepCard: keepTestCard({ db, customers }) });
  const payouts = openPayouts({ db, clock, config, testPage: TEST_ACCOUNT_PAGE });
  const writes: Parameters<typeof createOrderDesk<FilmWrite>>[0]['transact'] = (work) => transact(resources(), work);
  const shared = { db, transact: writes, clock, log };
  const provider = routePayments(payments?.provider, coinPayments(coins));
  const desk = createOrderDesk({ ...shared, provider, goods: unlockGoods });
  if (!payments || !payouts) return { desk, sales: undefined };
  const { payoutProvider, testPayouts } = payouts;
  const sales = {
    ...{ desk, test: payments.test, testPayouts },
    payouts: createPayoutDesk({ ...shared, provider: payoutProvider, isHeld: isSuspended, currency: SALES_CURRENCY }),
  };
  return { desk, sales };
}

/** Ends what was left halfway, folds the books, and runs the test provider where there is one. */
export function startSales(resources: FilmResources): Loop {
  const { db, log, clock, desk, sales } = resources;
  const loops = [
    startMoneyLoops({ db, clock, log, ...sales, desk, watch: paymentDifferences.watch }),
    every(LOST_EVERY_MS, (signal) => refundLostOrders(resources, signal), { name: 'lost orders', log }),
  ];
  return { close: async () => void (await Promise.all(loops.map((loop) => loop.close()))) };
}

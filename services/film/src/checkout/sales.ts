import { every, type Periodic } from '@marquee/data/every';
import * as accounts from '@marquee/ledger/accounts';
import { keepTestCard } from '@marquee/payments/keep-test-card';
import { openPayments, openPayouts } from '@marquee/payments/open-payments';
import { createOrderDesk, type OrderDesk } from '@marquee/payments/order-desk';
import { createPayoutDesk, type PayoutDesk } from '@marquee/payments/payout-desk';
import { createPayoutReconciler } from '@marquee/payments/payout-reconciler';
import { createReconciler } from '@marquee/payments/reconciler';
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
const SWEEP_EVERY_MS = 5_000;
const TEST_EVERY_MS = 250;
const LOST_EVERY_MS = 10_000;
const FOLD_EVERY_MS = 1_000;
const RECONCILE_EVERY_MS = 30_000;

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
  const reconciler = createReconciler({ db, desk, clock, log });
  const ofPayouts = sales && createPayoutReconciler({ db, provider: sales.payouts.provider, clock, log });
  const unwatch = paymentDifferences.watch(() => [...reconciler.counts(), ...(ofPayouts?.counts() ?? [])]);
  const loops = [
    every(SWEEP_EVERY_MS, (signal) => desk.sweep(signal), { name: 'orders', log }),
    every(LOST_EVERY_MS, (signal) => refundLostOrders(resources, signal), { name: 'lost orders', log }),
    every(FOLD_EVERY_MS, () => accounts.fold(db), { name: 'ledger', log }),
    every(RECONCILE_EVERY_MS, (signal) => reconciler.run(signal), { name: 'reconciler', log }),
    ...(sales && ofPayouts ? moneyLoops(sales, ofPayouts, log) : []),
  ];
  return {
    async close() {
      unwatch();
      await Promise.all(loops.map((loop) => loop.close()));
    },
  };
}

function moneyLoops(
  { desk, test, payouts }: Sales,
  reconciler: ReturnType<typeof createPayoutReconciler>,
  log: FilmResources['log'],
): Periodic[] {
  return [
    every(SWEEP_EVERY_MS, (signal) => payouts.sweep(signal), { name: 'payouts', log }),
    every(RECONCILE_EVERY_MS, (signal) => reconciler.run(signal), { name: 'payout reconciler', log }),
    ...(test ? [every(TEST_EVERY_MS, () => test.run(desk.receive), { name: 'test payments', log })] : []),
  ];
}

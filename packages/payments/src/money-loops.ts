import type { Database } from '@marquee/data/database';
import { every } from '@marquee/data/every';
import * as accounts from '@marquee/ledger/accounts';
import type { Clock } from '@marquee/runtime/clock';
import type { Logger } from '@marquee/runtime/log';
import type { OrderWrite } from './goods.ts';
import type { OrderDesk } from './order-desk.ts';
import type { PayoutDesk } from './payout-desk.ts';
import { createPayoutReconciler } from './payout-reconciler.ts';
import { createReconciler } from './reconciler.ts';
import type { TestProvider } from './test-provider.ts';

const SWEEP_EVERY_MS = 5_000;
const FOLD_EVERY_MS = 1_000;
const RECONCILE_EVERY_MS = 30_000;
const TEST_EVERY_MS = 250;

type Counts = [number, { kind: string }][];

type Money<W extends OrderWrite> = {
  db: Database;
  clock: Clock;
  log: Logger;
  desk: OrderDesk<W>;
  /** Where the service pays others. */
  payouts?: PayoutDesk<W> | undefined;
  /** Where no real money is taken. */
  test?: TestProvider | undefined;
  /** Reports the differences that the reconcilers know, at each scrape. Gives how to end that. */
  watch(counts: () => Counts): () => void;
};

/**
 * What the money of a service does by itself: ends what was left halfway, folds the books, compares them with the payment
 * provider, and runs the test provider where there is one.
 */
export function startMoneyLoops<W extends OrderWrite>(money: Money<W>): { close(): Promise<void> } {
  const { db, clock, log, desk, payouts, test, watch } = money;
  const reconciler = createReconciler({ db, desk, clock, log });
  const ofPayouts = payouts && createPayoutReconciler({ db, provider: payouts.provider, clock, log });
  const unwatch = watch(() => [...reconciler.counts(), ...(ofPayouts?.counts() ?? [])]);
  const named = (name: string) => ({ name, log });
  const loops = [
    every(SWEEP_EVERY_MS, (signal) => desk.sweep(signal), named('orders')),
    every(FOLD_EVERY_MS, () => accounts.fold(db), named('ledger')),
    every(RECONCILE_EVERY_MS, (signal) => reconciler.run(signal), named('reconciler')),
    ...(payouts ? [every(SWEEP_EVERY_MS, (signal) => payouts.sweep(signal), named('payouts'))] : []),
    ...(ofPayouts ? [every(RECONCILE_EVERY_MS, (signal) => ofPayouts.run(signal), named('payout reconciler'))] : []),
    ...(test ? [every(TEST_EVERY_MS, () => test.run(desk.receive), named('test payments'))] : []),
  ];
  return {
    async close() {
      unwatch();
      await Promise.all(loops.map((loop) => loop.close()));
    },
  };
}

import type { Database, Query } from '@marquee/data/database';
import { createOutbox } from '@marquee/events/outbox';
import { createOrderDesk } from '@marquee/payments/order-desk';
import { createPayoutDesk } from '@marquee/payments/payout-desk';
import { createTestPayouts } from '@marquee/payments/test-payouts';
import { createTestProvider, type TestProvider } from '@marquee/payments/test-provider';
import { memorySignals } from '@marquee/runtime/signals';
import { transact } from '@marquee/service/use-case';
import type { FixedClock } from '@marquee/testing/fixed-clock';
import { silentLog } from '@marquee/testing/silent-log';
import { festivalGoods } from '../checkout/festival-goods.ts';
import type { FestivalResources, FestivalWrite } from '../resources.ts';

/** Why an operation went no further, as if its process had been killed. */
class Crash extends Error {
  override readonly name = 'Crash';
}

/** Where a crash may happen: before a step, before its commit, or after it, when only the answer is lost. */
type CrashPoint = 'BEFORE' | 'BEFORE_COMMIT' | 'AFTER';
export type Crashes = { next(): CrashPoint | undefined; happened: boolean };

/** What the sales of festival work with, without a server around it, on a database and a provider that crash. */
export function crashingSales(db: Database, clock: FixedClock, crashes: Crashes): FestivalResources {
  const step = async <T>(work: () => Promise<T>): Promise<T> => {
    const at = crashes.next();
    const crash = () => {
      crashes.happened = true;
      throw new Crash();
    };
    if (at === 'BEFORE') crash();
    const result = await work();
    if (at === 'AFTER') crash();
    return result;
  };
  const query: Query = (statement, values) => step(() => db.query(statement, values));
  const crashing: Database = {
    ...{ pool: db.pool, writeTurns: db.writeTurns, close: db.close, query },
    async transaction(run, options) {
      const at = crashes.next();
      const crash = () => {
        crashes.happened = true;
        throw new Crash();
      };
      if (at === 'BEFORE') crash();
      const result = await db.transaction(async (tx) => {
        const done = await run(tx);
        if (at === 'BEFORE_COMMIT') crash();
        return done;
      }, options);
      if (at === 'AFTER') crash();
      return result;
    },
  };
  // The provider is another company: it does not crash with us, but its answers are lost.
  const real = createTestProvider({ db, clock, webhookSecret: 'webhook-secret-of-the-test' });
  const provider: TestProvider = {
    ...real,
    createPayment: (order) => step(() => real.createPayment(order)),
    cancelPayment: (id) => step(() => real.cancelPayment(id)),
    getPayment: (id) => step(() => real.getPayment(id)),
    refund: (asked) => step(() => real.refund(asked)),
    confirm: (id, card) => step(() => real.confirm(id, card)),
  };
  const resources = {
    ...{ name: 'festival', db: crashing, clock, log: silentLog, outbox: createOutbox({ clock }) },
    signals: memorySignals(),
    config: { PLATFORM_FEE_BASIS_POINTS: 2_000 },
    settings: { get: (_setting: unknown, otherwise: number) => otherwise },
    soldOut: { has: () => false, remember: () => {}, forget: () => {} },
    verifier: { admission: () => undefined },
    sales: undefined,
  } as unknown as FestivalResources;
  const desk = createOrderDesk<FestivalWrite>({
    ...{ db: crashing, clock, log: silentLog, provider, goods: festivalGoods },
    transact: (work) => transact(resources, work),
  });
  const testPayouts = createTestPayouts({ db: crashing, clock, pageUrl: '' });
  const payouts = createPayoutDesk<FestivalWrite>({
    ...{ db: crashing, clock, log: silentLog, provider: testPayouts, isHeld: async () => false, currency: 'USD' },
    transact: (work) => transact(resources, work),
  });
  resources.sales = { desk, payouts, test: provider, testPayouts };
  return resources;
}

import type { Database } from '@marquee/data/database';
import { createOutbox } from '@marquee/events/outbox';
import { createOrderDesk } from '@marquee/payments/order-desk';
import { createPayoutDesk } from '@marquee/payments/payout-desk';
import { createTestPayouts } from '@marquee/payments/test-payouts';
import { createTestProvider } from '@marquee/payments/test-provider';
import { type Crashes, crashing } from '@marquee/payments/testing/crashing';
import { memorySignals } from '@marquee/runtime/signals';
import { transact } from '@marquee/service/use-case';
import type { FixedClock } from '@marquee/testing/fixed-clock';
import { silentLog } from '@marquee/testing/silent-log';
import { festivalGoods } from '../checkout/festival-goods.ts';
import type { FestivalResources, FestivalWrite } from '../resources.ts';

/** What the sales of festival work with, without a server around it, on a database and a provider that crash. */
export function crashingSales(db: Database, clock: FixedClock, crashes: Crashes): FestivalResources {
  const real = createTestProvider({ db, clock, webhookSecret: 'webhook-secret-of-the-test' });
  const { db: failing, provider } = crashing(db, real, crashes);
  const resources = {
    ...{ name: 'festival', db: failing, clock, log: silentLog, outbox: createOutbox({ clock }) },
    signals: memorySignals(),
    config: { PLATFORM_FEE_BASIS_POINTS: 2_000 },
    settings: { get: (_setting: unknown, otherwise: number) => otherwise },
    soldOut: { has: () => false, remember: () => {}, forget: () => {} },
    verifier: { admission: () => undefined },
    sales: undefined,
  } as unknown as FestivalResources;
  const desk = createOrderDesk<FestivalWrite>({
    ...{ db: failing, clock, log: silentLog, provider, goods: festivalGoods },
    transact: (work) => transact(resources, work),
  });
  const testPayouts = createTestPayouts({ db: failing, clock, pageUrl: '' });
  const payouts = createPayoutDesk<FestivalWrite>({
    ...{ db: failing, clock, log: silentLog, provider: testPayouts, isHeld: async () => false, currency: 'USD' },
    transact: (work) => transact(resources, work),
  });
  resources.sales = { desk, payouts, test: provider, testPayouts };
  return resources;
}

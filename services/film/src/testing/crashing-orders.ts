import type { Database } from '@marquee/data/database';
import { createOutbox } from '@marquee/events/outbox';
import { createOrderDesk } from '@marquee/payments/order-desk';
import { createTestProvider } from '@marquee/payments/test-provider';
import { type Crashes, crashing } from '@marquee/payments/testing/crashing';
import { memorySignals } from '@marquee/runtime/signals';
import { transact } from '@marquee/service/use-case';
import type { FixedClock } from '@marquee/testing/fixed-clock';
import { silentLog } from '@marquee/testing/silent-log';
import type { Sales } from '../checkout/sales.ts';
import { unlockGoods } from '../checkout/unlock-goods.ts';
import type { FilmResources, FilmWrite } from '../resources.ts';

/** What films are sold with, without a server around it, on a database and a provider that crash. */
export function crashingOrders(
  db: Database,
  clock: FixedClock,
  crashes: Crashes,
): { resources: FilmResources; sales: Pick<Sales, 'desk' | 'test'> } {
  const real = createTestProvider({ db, clock, webhookSecret: 'webhook-secret-of-the-test' });
  const { db: failing, provider } = crashing(db, real, crashes);
  const resources = {
    ...{ name: 'film', db: failing, clock, log: silentLog, outbox: createOutbox({ clock }), signals: memorySignals() },
    config: { PLATFORM_FEE_BASIS_POINTS: 2_000, PAID_UNLOCK_HOURS: 48 },
    settings: { get: (_setting: unknown, otherwise: number) => otherwise },
  } as unknown as FilmResources;
  const desk = createOrderDesk<FilmWrite>({
    ...{ db: failing, clock, log: silentLog, provider, goods: unlockGoods },
    transact: (work) => transact(resources, work),
  });
  const sales = { desk, test: provider };
  Object.assign(resources, { desk, sales });
  return { resources, sales };
}

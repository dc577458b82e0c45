import type { Database } from '@marquee/data/database';
import { createPrisma } from '@marquee/data/prisma';
import { createOutbox } from '@marquee/events/outbox';
import { createOrderDesk } from '@marquee/payments/order-desk';
import { createTestProvider } from '@marquee/payments/test-provider';
import { type Crashes, crashing } from '@marquee/payments/testing/crashing';
import { memorySignals } from '@marquee/runtime/signals';
import { transact } from '@marquee/service/use-case';
import type { FixedClock } from '@marquee/testing/fixed-clock';
import { silentLog } from '@marquee/testing/silent-log';
import { PrismaClient } from '../../gen/prisma/client.ts';
import { planGoods } from '../plans/plan-goods.ts';
import type { Sales } from '../plans/sales.ts';
import type { IdentityResources, IdentityWrite } from '../resources.ts';

/** What plans are sold with, without a server around it, on a database and a provider that crash. */
export function crashingPlans(
  db: Database,
  clock: FixedClock,
  crashes: Crashes,
): { resources: IdentityResources; sales: Sales } {
  const real = createTestProvider({ db, clock, webhookSecret: 'webhook-secret-of-the-test' });
  const { db: failing, provider } = crashing(db, real, crashes);
  const resources = {
    ...{ db: failing, clock, log: silentLog, outbox: createOutbox({ clock }), signals: memorySignals() },
    prisma: createPrisma(PrismaClient, db),
    settings: { get: (setting: { default: unknown }) => setting.default },
  } as unknown as IdentityResources;
  const desk = createOrderDesk<IdentityWrite>({
    ...{ db: failing, clock, log: silentLog, provider, goods: planGoods },
    transact: (work) => transact(resources, work),
  });
  const sales = { desk, test: provider };
  resources.sales = sales;
  return { resources, sales };
}

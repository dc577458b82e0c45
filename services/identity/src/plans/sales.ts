import { every } from '@marquee/data/every';
import { startMoneyLoops } from '@marquee/payments/money-loops';
import { openPayments } from '@marquee/payments/open-payments';
import { createOrderDesk, type OrderDesk } from '@marquee/payments/order-desk';
import type { TestProvider } from '@marquee/payments/test-provider';
import type { Loop } from '@marquee/service/define-service';
import { transact } from '@marquee/service/use-case';
import type { IdentityResources, IdentityWrite } from '../resources.ts';
import { billDue } from './bill-due.ts';
import { paymentDifferences } from './instruments.ts';
import { plansUnavailable } from './plan-errors.ts';
import { planGoods } from './plan-goods.ts';

/** What takes money for plans. */
export type Sales = {
  desk: OrderDesk<IdentityWrite>;
  /** Where no real money is taken. */
  test: TestProvider | undefined;
};

const BILL_EVERY_MS = 1_000;

/** Undefined where no payment provider is set up. `resources` gives those that the sales become a part of. */
export function openSales(
  { db, clock, log, config }: Pick<IdentityResources, 'db' | 'clock' | 'log' | 'config'>,
  resources: () => IdentityResources,
): Sales | undefined {
  const payments = openPayments({ db, clock, config });
  if (!payments) return undefined;
  const { provider, test } = payments;
  const writes: Parameters<typeof createOrderDesk<IdentityWrite>>[0]['transact'] = (work) =>
    transact(resources(), work);
  return { desk: createOrderDesk({ db, transact: writes, clock, log, provider, goods: planGoods }), test };
}

/** Ends what was left halfway, renews plans, folds the books, and runs the test provider where there is one. */
export function startSales(resources: IdentityResources): Loop {
  const { db, log, clock, sales } = resources;
  if (!sales) return { close: async () => {} };
  const loops = [
    startMoneyLoops({ db, clock, log, ...sales, watch: paymentDifferences.watch }),
    every(BILL_EVERY_MS, (signal) => billDue(resources, sales, signal), { name: 'plans', log }),
  ];
  return { close: async () => void (await Promise.all(loops.map((loop) => loop.close()))) };
}

/** @throws DomainError FAILED_PRECONDITION, PLANS_UNAVAILABLE where nobody can pay */
export function requireSales({ sales }: Pick<IdentityResources, 'sales'>): Sales {
  if (!sales) throw plansUnavailable();
  return sales;
}

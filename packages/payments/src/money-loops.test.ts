import { jest } from '@jest/globals';
import type { Database } from '@marquee/data/database';
import { recordingLog } from '@marquee/testing/recording-log';
import type { OrderWrite } from './goods.ts';
import { startMoneyLoops } from './money-loops.ts';
import type { OrderDesk } from './order-desk.ts';
import type { PayoutDesk } from './payout-desk.ts';
import type { TestProvider } from './test-provider.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** Loops of a service that has all of it, or only orders, and how often each has run. */
function started(has: { all: boolean }) {
  const runs: Record<string, number> = {};
  const run = async (name: string) => {
    runs[name] = (runs[name] ?? 0) + 1;
  };
  const query = async (statement: { name: string }) => {
    await run(statement.name);
    return [];
  };
  const desk = { sweep: () => run('orders'), receive: async () => {} } as unknown as OrderDesk<OrderWrite>;
  const payouts = { sweep: () => run('payouts') } as unknown as PayoutDesk<OrderWrite>;
  const test = { run: () => run('test payments') } as unknown as TestProvider;
  const watched: (() => unknown)[] = [];
  let isWatched = true;
  const loops = startMoneyLoops({
    ...{ db: { query } as unknown as Database, clock: { now: () => new Date() }, log: recordingLog().log, desk },
    ...(has.all && { payouts, test }),
    watch(counts) {
      watched.push(counts);
      return () => {
        isWatched = false;
      };
    },
  });
  return { loops, runs, counts: () => watched.map((counts) => counts()), isWatched: () => isWatched };
}

test('orders and payouts are swept each 5 s, books folded each second and compared each 30 s, test payments run each 250 ms', async () => {
  const { loops, runs, counts, isWatched } = started({ all: true });
  const once = {
    ...{ orders: 1, payouts: 1, 'test payments': 1, 'ledger.fold': 1 },
    ...{ 'payments.reconcile': 1, 'payouts.reconcile': 1 },
    ...{ 'differences.known': 2, 'differences.markCompared': 2 },
  };
  await jest.advanceTimersByTimeAsync(0);
  expect(runs).toEqual(once);
  await jest.advanceTimersByTimeAsync(30_000);
  const after = { orders: 7, payouts: 7, 'test payments': 121, 'ledger.fold': 31 };
  expect(runs).toEqual({
    ...{ ...after, 'payments.reconcile': 2, 'payouts.reconcile': 2 },
    ...{ 'differences.known': 4, 'differences.markCompared': 4 },
  });
  const ofOrders = ['BOOKS', 'PROVIDER', 'STUCK'].map((kind) => [0, { kind }]);
  expect(counts()).toEqual([[...ofOrders, [0, { kind: 'PAYOUT' }]]]);

  await loops.close();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(runs).toMatchObject(after);
  expect(isWatched()).toBe(false);
});

test('a service that pays nobody and takes real money has the loops of orders alone', async () => {
  const { loops, runs, counts } = started({ all: false });
  await jest.advanceTimersByTimeAsync(0);
  expect(runs).toEqual({
    ...{ orders: 1, 'ledger.fold': 1, 'payments.reconcile': 1 },
    ...{ 'differences.known': 1, 'differences.markCompared': 1 },
  });
  expect(counts()).toEqual([['BOOKS', 'PROVIDER', 'STUCK'].map((kind) => [0, { kind }])]);
  await loops.close();
});

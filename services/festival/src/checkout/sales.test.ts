import { jest } from '@jest/globals';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { silentLog } from '@marquee/testing/silent-log';
import type { FestivalResources } from '../resources.ts';
import { startSales } from './sales.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('held tickets are released and offered each second, submissions swept each two, cancelled events refunded each five', async () => {
  const runs: Record<string, number> = {};
  const query = async ({ name }: { name: string }) => {
    runs[name] = (runs[name] ?? 0) + 1;
    return [];
  };
  const resources = { db: { query }, clock: fixedClock('2026-11-20T12:00:00.000Z'), log: silentLog };
  const loops = startSales(resources as unknown as FestivalResources);
  await jest.advanceTimersByTimeAsync(10_000);
  const expected = {
    ...{ 'ticket-orders.overdue': 11, 'ticket-waits.due': 11, 'ticket-orders.of-cancelled': 3 },
    ...{ 'submissions.overdue': 6, 'submissions.of-cancelled': 6 },
  };
  expect(runs).toEqual(expected);
  await loops.close();
  await jest.advanceTimersByTimeAsync(10_000);
  expect(runs).toEqual(expected);
});

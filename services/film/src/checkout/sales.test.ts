import { jest } from '@jest/globals';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { silentLog } from '@marquee/testing/silent-log';
import type { FilmResources } from '../resources.ts';
import { startSales } from './sales.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('orders are swept each five seconds, and those of films that are gone refunded each ten', async () => {
  const runs = { swept: 0, lost: 0 };
  const query = async ({ name }: { name: string }) => {
    if (name === 'checkout.lost') runs.lost += 1;
    return [];
  };
  const desk = {
    sweep: async () => {
      runs.swept += 1;
    },
  };
  const resources = { db: { query }, desk, clock: fixedClock('2026-11-20T12:00:00.000Z'), log: silentLog };
  const loops = startSales(resources as unknown as FilmResources);
  await jest.advanceTimersByTimeAsync(20_000);
  expect(runs).toEqual({ swept: 5, lost: 3 });
  await loops.close();
  await jest.advanceTimersByTimeAsync(20_000);
  expect(runs).toEqual({ swept: 5, lost: 3 });
});

import { jest } from '@jest/globals';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { silentLog } from '@marquee/testing/silent-log';
import type { FestivalResources } from '../resources.ts';
import { refreshFilms } from './films-copy.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('each two seconds film is asked for up to a hundred films that have changed, and for none where none has', async () => {
  const limits: unknown[] = [];
  const query = async ({ values }: { values: unknown[] }) => {
    limits.push(values.at(-1));
    return [];
  };
  let asked = 0;
  const films = {
    async describeFilms() {
      asked += 1;
      return { films: [] };
    },
  };
  const resources = { db: { query }, films, clock: fixedClock('2026-11-20T12:00:00.000Z'), log: silentLog };
  const loop = refreshFilms(resources as unknown as FestivalResources);
  await jest.advanceTimersByTimeAsync(4_000);
  await loop.close();
  expect([limits, asked]).toEqual([[100, 100, 100], 0]);
});

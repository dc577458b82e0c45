import { jest } from '@jest/globals';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { silentLog } from '@marquee/testing/silent-log';
import { startPairing } from './start-pairing.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('each ten minutes it is looked whether the pairs of films are due', async () => {
  let looks = 0;
  const tx = {
    // They were made lately.
    async query() {
      looks += 1;
      return [];
    },
  };
  const db = { transaction: (work: (on: typeof tx) => Promise<unknown>) => work(tx) };
  const clock = fixedClock('2026-11-20T12:00:00.000Z');
  const loop = startPairing({ db, clock, log: silentLog } as unknown as Parameters<typeof startPairing>[0]);
  await jest.advanceTimersByTimeAsync(1_200_000);
  await loop.close();
  expect(looks).toBe(3);
});

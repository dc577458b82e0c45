import { jest } from '@jest/globals';
import { createWake } from './wake.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('a wake ends a sleep early and leaves no timer behind, which would keep a process alive', async () => {
  const { wake, sleep } = createWake();
  const sleeping = sleep(600_000);
  expect(jest.getTimerCount()).toBe(1);
  wake();
  await sleeping;
  expect(jest.getTimerCount()).toBe(0);
});

test('a wake without a sleeper ends the next sleep, and not the one after', async () => {
  const { wake, sleep } = createWake();
  wake();
  await sleep(600_000);
  const sleeping = sleep(1_000);
  await jest.advanceTimersByTimeAsync(1_000);
  await sleeping;
});

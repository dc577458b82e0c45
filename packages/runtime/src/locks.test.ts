import { getEventListeners } from 'node:events';
import { memoryLocks, within } from './locks.ts';
import { locksContract } from './testing/locks-contract.ts';

locksContract(
  {
    name: 'memory',
    open: async () => {
      const locks = memoryLocks();
      return { here: locks, there: locks };
    },
  },
  test,
);

const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
const never = new Promise(() => {});

test.each([
  ['happens', () => Promise.resolve(), 60_000, true],
  ['fails', () => Promise.reject(new Error('no')), 60_000, false],
  ['does not happen in time', () => never, 1, false],
  ['has no time left', () => Promise.resolve(), 0, false],
])('a wait for what %s leaves no timer and no listener', async (_, happened, ms, answer) => {
  const { signal } = new AbortController();
  const before = timers();
  expect(await within(happened(), ms, signal)).toBe(answer);
  expect([timers(), getEventListeners(signal, 'abort').length]).toEqual([before, 0]);
});

test('a wait ends when it is aborted, before or meanwhile', async () => {
  expect(await within(Promise.resolve(), 60_000, AbortSignal.abort())).toBe(false);
  const abort = new AbortController();
  const waiting = within(never, 60_000, abort.signal);
  abort.abort();
  expect(await waiting).toBe(false);
});

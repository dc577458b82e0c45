import { jest } from '@jest/globals';
import { eventually } from '@marquee/testing/eventually';
import { busyEventLoop, type EventLoopDelay, eventLoopShare, watchEventLoop } from './event-loop.ts';

const INTERVAL_MS = 10_000;

test('work that holds the event loop shows in its delay, once, until the watch ends', async () => {
  jest.useFakeTimers({
    doNotFake: ['Date', 'performance', 'nextTick', 'queueMicrotask', 'setImmediate', 'setTimeout'],
  });
  const reports: EventLoopDelay[] = [];
  const end = watchEventLoop((delay) => reports.push(delay));
  let turns = 0;
  await eventually(() => {
    turns += 1;
    const until = performance.now() + 60;
    while (performance.now() < until);
    // A measurement needs some turns of the loop.
    if (turns % 5 === 0) jest.advanceTimersByTime(INTERVAL_MS);
    return (reports.at(-1)?.maxMs ?? 0) > 40;
  });
  const { p50Ms = 0, p99Ms = 0, maxMs = 0 } = reports.at(-1) ?? {};
  expect(p50Ms).toBeLessThanOrEqual(p99Ms);
  expect(p99Ms).toBeLessThanOrEqual(maxMs);

  // Nothing has been measured since.
  const { length } = reports;
  jest.advanceTimersByTime(INTERVAL_MS);
  expect(reports).toHaveLength(length);
  end();
  expect(jest.getTimerCount()).toBe(0);
  jest.useRealTimers();
});

test('a loop that was held is busy until it has had time, looked at every 50 milliseconds', async () => {
  let now = 0;
  const isBusy = busyEventLoop(() => now);
  const until = performance.now() + 60;
  while (performance.now() < until);
  now = 49;
  expect(isBusy()).toBe(false);
  now = 50;
  expect(isBusy()).toBe(true);
  await eventually(() => {
    now += 50;
    return !isBusy();
  });
});

test('a process ends while its event loop is watched', () => {
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const before = timers();
  const end = watchEventLoop(() => undefined);
  expect(timers()).toBe(before);
  end();
});

test('a process takes all of its work up to 60% of use, a tenth at 95%, and steadily less between', () => {
  const shareAt = (use: number) => eventLoopShare(performance.now, () => use)();
  expect([0, 0.6].map(shareAt)).toEqual([1, 1]);
  expect(shareAt(0.775)).toBeCloseTo(0.5, 6);
  expect([0.95, 1].map(shareAt)).toEqual([0.1, 0.1]);
});

test('the share of a loop follows from its use since the last question', async () => {
  let now = 0;
  const share = eventLoopShare(() => now);
  const until = performance.now() + 60;
  while (performance.now() < until);
  now = 50;
  expect(share()).toBe(0.1);
  await eventually(() => {
    now += 50;
    return share() === 1;
  });
});

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

function shares(use: { now: number }) {
  let now = 0;
  const share = eventLoopShare(
    () => now,
    () => use.now,
  );
  return (ms: number) => {
    now += ms;
    return share();
  };
}

test('a process takes all of its work while its loop has time, less while it is full, and slowly more again', () => {
  const use = { now: 0.8 };
  const after = shares(use);
  expect([after(1_000), after(60_000)]).toEqual([1, 1]);
  use.now = 1;
  const falling = [1, 2, 3].map(() => after(1_000));
  expect(falling.map((share) => Number(share.toFixed(2)))).toEqual([0.8, 0.64, 0.51]);
  use.now = 0.85;
  expect(after(5_000)).toBe(falling[2]);
  use.now = 0.5;
  expect(after(1_000)).toBeCloseTo(0.566, 3);
  use.now = 1;
  expect(after(10_000)).toBe(0.1);
  use.now = 0;
  expect(after(5_000)).toBeCloseTo(0.358, 3);
  expect(after(5_000)).toBe(1);
});

test('how often the share of a loop is asked for changes nothing, and a long silence is as ten seconds', () => {
  const [often, seldom] = [shares({ now: 1 }), shares({ now: 1 })];
  for (let n = 0; n < 19; n += 1) often(100);
  expect(often(100)).toBeCloseTo(seldom(2_000), 10);
  const use = { now: 1 };
  const silent = shares(use);
  silent(10_000);
  use.now = 0.5;
  expect(silent(3_600_000)).toBeCloseTo(0.301, 3);
});

test('the share of a loop follows from its use since the last question', async () => {
  let now = 0;
  const share = eventLoopShare(() => now);
  const until = performance.now() + 60;
  while (performance.now() < until);
  now = 10_000;
  expect(share()).toBeLessThan(0.2);
  await eventually(() => {
    now += 50;
    return share() === 1;
  });
});

import { jest } from '@jest/globals';
import { eventually } from '@marquee/testing/eventually';
import { connectMeter, counter, countLookups, histogram, isMeasuring, type Labels, observed } from './instruments.ts';

const lag = observed('test_lag', 'A gauge of the test');
const failures = counter('test_failures_total', 'A counter of the test');
const seconds = histogram('test_seconds', 'A histogram of the test', [1]);

const counted: [string, number, Labels | undefined][] = [];
let scrape: () => Promise<unknown> = async () => undefined;

beforeEach(() => {
  counted.length = 0;
  const note =
    ({ name }: { name: string }) =>
    (value: number, labels?: Labels) =>
      void counted.push([name, value, labels]);
  connectMeter({
    histogram: note,
    counter: note,
    observed: (about, _, read) => {
      if (about.name === lag.name) scrape = read;
    },
  });
});
afterEach(() => connectMeter(undefined));

test('instruments record while a process measures, and nothing otherwise', () => {
  expect(isMeasuring()).toBe(true);
  failures.add(2, { topic: 'film' });
  seconds.record(0.5);
  const lookups = countLookups('segment');
  lookups.hit();
  lookups.miss();
  connectMeter(undefined);
  expect(isMeasuring()).toBe(false);
  failures.add(1);
  seconds.record(1);
  expect(counted).toEqual([
    ['test_failures_total', 2, { topic: 'film' }],
    ['test_seconds', 0.5, undefined],
    ['marquee_cache_lookups_total', 1, { cache: 'segment', result: 'hit' }],
    ['marquee_cache_lookups_total', 1, { cache: 'segment', result: 'miss' }],
  ]);
});

test('a gauge has the values of all that it watches; what fails has its other value, or none', async () => {
  const stop = [
    lag.watch(() => 7),
    lag.watch(async () => [[3, { topic: 'film' }]]),
    lag.watch(() => undefined),
    lag.watch(() => Promise.reject(new Error('unavailable'))),
    lag.watch(() => Promise.reject(new Error('unavailable')), 0),
  ];
  expect(await scrape()).toEqual([
    [7, {}],
    [3, { topic: 'film' }],
    [0, {}],
  ]);
  for (const end of stop) end();
  expect(await scrape()).toEqual([]);
});

test('a reading that takes too long has its other value, is asked for once by many, and counts when it comes', async () => {
  let asked = 0;
  const late = Promise.withResolvers<number>();
  const stop = lag.watch(() => {
    asked += 1;
    return late.promise;
  }, -1);
  expect(await Promise.all([scrape(), scrape()])).toEqual([[[-1, {}]], [[-1, {}]]]);
  const third = scrape();
  late.resolve(5);
  expect(await third).toEqual([[5, {}]]);
  expect(asked).toBe(1);
  await eventually(async () => {
    await scrape();
    return asked > 1;
  });
  stop();
});

test.each([
  ['a minute is waited for', 60_000, 1],
  ['over a minute is started again', 60_001, 2],
])('a reading that has not ended within %s', async (_title, afterMs, started) => {
  const clock = jest.spyOn(performance, 'now').mockReturnValue(1_000);
  let asked = 0;
  const stop = lag.watch(() => {
    asked += 1;
    return new Promise<number>(() => {});
  }, -1);
  await scrape();
  clock.mockReturnValue(1_000 + afterMs);
  expect(await scrape()).toEqual([[-1, {}]]);
  expect(asked).toBe(started);
  stop();
  clock.mockRestore();
});

// @requires redis

import { openMetrics } from '@marquee/runtime/telemetry/open-metrics';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { recordingLog } from '@marquee/testing/recording-log';
import { connectedTo, testRedis } from '@marquee/testing/test-redis';
import { compareWithRedis, skewOf, watchClock } from './clock-watch.ts';

const metrics = openMetrics({ service: 'film' });
atEnd(() => metrics.close());

test.each([
  ['the same time', 1_000, 1_000, 0, 0],
  ['a difference that the way explains', 1_000, 1_400, 400, 0],
  ['one that is longer than the way', 1_000, 9_400, 400, -8_000],
  ['a clock that is ahead: it continued on the way', 9_000, 1_000, 400, 8_000],
])('%s', (_, ours, theirs, roundTripMs, skewMs) => {
  expect(skewOf(ours, theirs, roundTripMs)).toBe(skewMs);
});

test('a clock that is off is reported in plain words, measured, and logged once, until it is right [SYS-03:clock]', async () => {
  const { log, lines, said } = recordingLog();
  const problems: (string | undefined)[] = [];
  const watch = watchClock({ log, report: (problem) => problems.push(problem) });
  const ahead = (ms: number) => watch.compare(async () => Date.now() - ms);
  await ahead(0);
  await ahead(4_000);
  expect([problems, said()]).toEqual([[], []]);

  await ahead(600_000);
  await ahead(610_000);
  const text = (seconds: number) =>
    `the clock of this machine is ${seconds} s ahead of the clock that all processes share: set it right`;
  expect(problems).toEqual([text(600), text(610)]);
  expect(await metrics.text()).toMatch(/^marquee_clock_skew_seconds\{service="film"\} 6(09\.9|10)/m);
  await ahead(-600_000);
  expect(problems.at(-1)).toMatch(/600 s behind/);
  await ahead(0);
  expect(problems.at(-1)).toBeUndefined();
  expect(said()).toEqual([text(600), 'the clock of this process is right again']);
  expect(lines()[0]).toMatchObject({ level: 'warn' });
});

test('a clock that cannot be asked says nothing new', async () => {
  const problems: (string | undefined)[] = [];
  const watch = watchClock({ log: recordingLog().log, report: (problem) => problems.push(problem) });
  await watch.compare(async () => Date.now() - 600_000);
  await expect(watch.compare(() => Promise.reject(new Error('unavailable')))).rejects.toThrow('unavailable');
  expect(problems).toEqual([expect.stringContaining('600 s ahead')]);
});

test('a process without a database compares its clock with that of Redis', async () => {
  const redis = await connectedTo(await testRedis());
  const { log, said } = recordingLog();
  const answers: number[] = [];
  const clock = { compare: async (ask: () => Promise<number>) => void answers.push(await ask()) };
  const before = Date.now();
  const watching = compareWithRedis(clock, redis, log);
  await eventually(() => expect(answers).toHaveLength(1));
  await watching.close();
  expect(answers[0]).toBeGreaterThanOrEqual(before);
  expect(answers[0]).toBeLessThanOrEqual(Date.now() + 1);
  expect(said()).toEqual([]);
});

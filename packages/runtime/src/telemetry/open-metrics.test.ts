import { counter, dependencyUp, rpcServerSeconds } from './instruments.ts';
import { openMetrics } from './open-metrics.ts';
import { SERIES_MAX } from './series.ts';

test('beyond a limit of label sets, values are summed without labels', async () => {
  const metrics = openMetrics({ service: 'film' });
  for (let method = 0; method < SERIES_MAX + 500; method += 1) rpcServerSeconds.record(1, { method: String(method) });
  const lines = (await metrics.text())
    .split('\n')
    .filter((line) => line.startsWith('marquee_rpc_server_seconds_count'));
  expect(lines).toHaveLength(SERIES_MAX + 1);
  expect(lines).toContain('marquee_rpc_server_seconds_count{service="film"} 500');
  metrics.close();
});

test('a value is counted in the first bucket that contains it', async () => {
  const metrics = openMetrics({ service: 'film' });
  for (const seconds of [0.001, 0.0011, 99]) rpcServerSeconds.record(seconds, { method: 'm' });
  const buckets = [...(await metrics.text()).matchAll(/_bucket\{method="m",service="film",le="(.*)"\} (\d)/g)];
  expect(buckets.map(([, le, count]) => `${le}:${count}`).join(' ')).toBe(
    '0.001:1 0.0025:2 0.005:2 0.01:2 0.025:2 0.05:2 0.1:2 0.25:2 0.5:2 1:2 2.5:2 5:2 10:2 +Inf:3',
  );
  metrics.close();
});

test('a gauge whose source was removed is not shown', async () => {
  const metrics = openMetrics({ service: 'film' });
  const unwatch = dependencyUp.watch(() => 7);
  expect(await metrics.text()).toContain('marquee_dependency_up{service="film"} 7\n');
  unwatch();
  expect(await metrics.text()).not.toContain('marquee_dependency_up');
  metrics.close();
});

test('an instrument of a module that is loaded later is measured as well', async () => {
  const metrics = openMetrics({ service: 'film' });
  counter('late_total', 'made after the metrics were opened').add(3);
  expect(await metrics.text()).toContain('late_total{service="film"} 3\n');
  metrics.close();
});

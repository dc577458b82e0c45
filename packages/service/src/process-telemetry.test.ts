import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Lag } from '@marquee/events/bus';
import { createShutdown } from '@marquee/runtime/shutdown';
import { rpcServerSeconds } from '@marquee/runtime/telemetry/instruments';
import type { Platform } from '@marquee/service/platform';
import { eventually } from '@marquee/testing/eventually';
import { silentLog } from '@marquee/testing/silent-log';
import { testDatabase } from '@marquee/testing/test-database';
import { testBus } from '@marquee/testing/test-platform';
import { type Probes, serveProbes } from './probes.ts';
import type { ProcessConfig } from './process-config.ts';
import {
  openTelemetry,
  type ProcessMetrics,
  watchBlobs,
  watchBus,
  watchQueues,
  watchRedis,
} from './process-telemetry.ts';

const config = { KAFKA_BROKERS: ['kafka:9092'] } as unknown as ProcessConfig;
const shutdown = createShutdown(silentLog);
let metrics: ProcessMetrics;
let probes: Probes;
const adapters = { lag: async (): Promise<Lag[]> => [], isUp: true, areBlobsUp: true };

beforeAll(async () => {
  metrics = await openTelemetry({ name: 'film', config, log: silentLog, shutdown });
  probes = await serveProbes({ host: '127.0.0.1', port: 0, metrics });
  const bus = { lag: () => adapters.lag(), isReady: () => adapters.isUp };
  watchBus({ bus } as unknown as Pick<Platform, 'bus'>, config);
  watchRedis({ isWell: () => adapters.isUp }, { isLinked: () => true });
  const check = async () => {
    if (!adapters.areBlobsUp) await new Promise(() => {});
  };
  watchBlobs({ check, dependency: 's3' }, silentLog);
});
afterAll(async () => {
  await probes.close();
  await shutdown.run();
});

const SERIES = /^([a-z_]+)\{((?:[a-z_]+="(?:[^"\\]|\\.)*",?)*)\} (\S+)$/;

type Series = { name: string; labels: Record<string, string>; value: number };

/** What Prometheus would read; throws at a line that it could not. */
async function scrape(): Promise<Series[]> {
  const response = await fetch(`http://127.0.0.1:${probes.port}/metrics`);
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const lines = (await response.text())
    .split('\n')
    .filter((line) => line !== '' && !/^# (HELP|TYPE) [a-z_]+ ./.test(line));
  return lines.map((line) => {
    const [, name = '', labels = '', value = ''] = SERIES.exec(line) ?? [];
    if (!name || Number.isNaN(Number(value))) throw new Error(`not a series: ${line}`);
    return {
      name,
      value: Number(value),
      labels: Object.fromEntries(labels.matchAll(/([a-z_]+)="([^"]*)"/g).map(([, key, text]) => [key, text])),
    };
  });
}

const seriesValue = (series: Series[], name: string, labels: Record<string, string> = {}) =>
  series.find((one) => one.name === name && Object.entries(labels).every(([key, text]) => one.labels[key] === text))
    ?.value;

test('a process says in the text of Prometheus what it did and how it is, with its name [SYS-04:metrics]', async () => {
  rpcServerSeconds.record(0.2, { method: 'film.v1.CatalogueService/GetFilm', code: 'OK' });
  const series = await scrape();
  expect(series.every(({ labels }) => labels.service === 'film')).toBe(true);
  const ok = { method: 'film.v1.CatalogueService/GetFilm', code: 'OK' };
  expect(seriesValue(series, 'marquee_rpc_server_seconds_count', ok)).toBe(1);
  expect(seriesValue(series, 'marquee_rpc_server_seconds_bucket', { ...ok, le: '0.25' })).toBe(1);
  expect(seriesValue(series, 'marquee_rpc_server_seconds_bucket', { ...ok, le: '0.1' })).toBe(0);
  expect(seriesValue(series, 'process_cpu_seconds_total')).toBeGreaterThan(0.01);
  const startedMs = (seriesValue(series, 'process_start_time_seconds') ?? 0) * 1_000;
  expect(Math.abs(startedMs - performance.timeOrigin)).toBeLessThan(1_000);
  expect(seriesValue(series, 'process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
});

test('a broker, store or cache that is unavailable leaves the rest of the scrape as it is, and is reported [SYS-04:metrics]', async () => {
  adapters.lag = async () => [{ topic: 'media', group: 'film', messages: 7 }];
  const healthy = await scrape();
  expect(seriesValue(healthy, 'marquee_bus_lag_messages', { topic: 'media', group: 'film' })).toBe(7);
  for (const dependency of ['kafka', 'redis', 's3'])
    expect(seriesValue(healthy, 'marquee_dependency_up', { dependency })).toBe(1);

  const hanging = Promise.withResolvers<Lag[]>();
  adapters.isUp = false;
  adapters.areBlobsUp = false;
  for (const lag of [() => Promise.reject(new Error('the broker is unavailable')), () => hanging.promise]) {
    adapters.lag = lag;
    const startedAt = performance.now();
    const series = await scrape();
    expect(performance.now() - startedAt).toBeLessThan(4_000);
    expect(seriesValue(series, 'marquee_bus_lag_messages')).toBeUndefined();
    for (const dependency of ['kafka', 'redis', 's3'])
      expect(seriesValue(series, 'marquee_dependency_up', { dependency })).toBe(0);
    expect(seriesValue(series, 'process_cpu_seconds_total')).toBeGreaterThan(0);
  }
  hanging.resolve([]);
});

test('what waits in a database is counted at the scrape, with its age [SYS-04:metrics]', async () => {
  const db = await testDatabase('film');
  let isUnavailable = false;
  watchQueues({
    query: async <R>(text: string) => {
      if (isUnavailable) throw new Error('unavailable');
      return db.query<R>(text);
    },
  });
  expect(seriesValue(await scrape(), 'marquee_outbox_pending')).toBe(0);
  expect(seriesValue(await scrape(), 'marquee_outbox_oldest_seconds')).toBe(0);
  await db.query(`INSERT INTO outbox (id, topic, key, type, body, created_at)
    SELECT gen_random_uuid(), 'film', 'k', 't', '', now() - interval '90 s' FROM generate_series(1, 3)`);
  await db.query(`INSERT INTO dead_letters (consumer, event_id, topic, key, type, body)
    VALUES ('film', gen_random_uuid(), 'media', 'k', 't', '')`);
  const series = await scrape();
  expect(seriesValue(series, 'marquee_outbox_pending')).toBe(3);
  expect(seriesValue(series, 'marquee_outbox_oldest_seconds')).toBeGreaterThanOrEqual(90);
  expect(seriesValue(series, 'marquee_dead_letters')).toBe(1);
  isUnavailable = true;
  expect(seriesValue(await scrape(), 'marquee_outbox_pending')).toBeUndefined();
});

test('the lag of the real bus reaches the scrape', async () => {
  const bus = await testBus();
  const subscription = await bus.subscribe({ topic: 'film', group: 'scraped', handler: async () => {} });
  adapters.lag = () => bus.lag();
  await eventually(
    async () => seriesValue(await scrape(), 'marquee_bus_lag_messages', { topic: 'film', group: 'scraped' }) === 0,
  );
  await subscription.close();
});

test('a process that sends no traces loads nothing to send them with, and one without metrics nothing at all', async () => {
  const script = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load(url, context, next) {
      const name = /@opentelemetry[/]([a-z-]+)/.exec(url)?.[1];
      if (name && !loaded.includes(name)) loaded.push(name);
      return next(url, context);
    } });
    await import('@marquee/service/run-process');
    await import('@marquee/runtime/rpc/serve');
    await import('@marquee/data/database');
    const before = [...loaded];
    const { openTelemetry } = await import('@marquee/service/process-telemetry');
    await openTelemetry({ name: 'film', config: {}, log: console, shutdown: { onShutdown() {} } });
    console.log(JSON.stringify({ before, after: loaded }));
    process.exit();`;
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: import.meta.dirname });
  const { before, after } = JSON.parse(stdout) as Record<'before' | 'after', string[]>;
  expect(before).toEqual([]);
  expect(after).toContain('sdk-metrics');
  expect(after.filter((name) => /trace|otlp/.test(name))).toEqual([]);
});

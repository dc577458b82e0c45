import { busLagMessages, deadLetters, outboxOldestSeconds, outboxPending } from '@marquee/events/instruments';
import { watchEventLoop } from '@marquee/runtime/event-loop';
import type { Logger } from '@marquee/runtime/log';
import type { Redis } from '@marquee/runtime/redis/open-redis';
import type { Shutdown } from '@marquee/runtime/shutdown';
import type { Signals } from '@marquee/runtime/signals';
import {
  dependencyUp,
  eventLoopDelaySeconds,
  processCpuSeconds,
  processResidentBytes,
  processStartSeconds,
} from '@marquee/runtime/telemetry/instruments';
import type { Platform } from '@marquee/service/platform';
import type { DatabaseGate } from './database-gate.ts';
import type { OpenedBlobs } from './open-platform.ts';
import type { ProcessConfig } from './process-config.ts';

export type ProcessMetrics = { readonly contentType: string; text(): Promise<string> };

const CPU_MICROS = 1e6;

/** Begins to measure, and to record traces and report errors where the environment says where to; else nothing of that is loaded. */
export async function openTelemetry(options: {
  name: string;
  config: ProcessConfig;
  log: Logger;
  shutdown: Shutdown;
}): Promise<ProcessMetrics> {
  const { name, config, log, shutdown } = options;
  const { openMetrics } = await import('@marquee/runtime/telemetry/open-metrics');
  const metrics = openMetrics({ service: name });
  watchProcess();
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT) {
    const { openTraces } = await import('@marquee/runtime/telemetry/open-traces');
    const traces = openTraces({
      service: config.OTEL_SERVICE_NAME ?? name,
      endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT,
      ratio: config.OTEL_TRACES_SAMPLER_ARG,
      log,
    });
    // Registered before whatever makes spans, so that it runs after all of them have ended.
    shutdown.onShutdown('traces', () => traces.close());
  }
  if (config.ERROR_REPORTING_DSN) {
    const { openErrorReports } = await import('@marquee/runtime/telemetry/open-error-reports');
    const reports = openErrorReports({ dsn: config.ERROR_REPORTING_DSN, release: config.RELEASE, service: name, log });
    shutdown.onShutdown('error reports', () => reports.close());
  }
  return metrics;
}

function watchProcess(): void {
  processCpuSeconds.watch(() => {
    const { user, system } = process.cpuUsage();
    return (user + system) / CPU_MICROS;
  });
  const startedAt = performance.timeOrigin / 1_000;
  processStartSeconds.watch(() => startedAt);
  processResidentBytes.watch(() => process.memoryUsage.rss());
  let delayMs: number | undefined;
  watchEventLoop(({ p99Ms }) => {
    delayMs = p99Ms;
  });
  eventLoopDelaySeconds.watch(() => (delayMs === undefined ? undefined : delayMs / 1_000));
}

/** Says of the bus whether it answers, and how far behind this process's groups are. */
export function watchBus({ bus }: Pick<Platform, 'bus'>, config: ProcessConfig): void {
  busLagMessages.watch(async () => {
    const lags = await bus.lag();
    return lags.map(({ topic, group, messages }) => [messages, { topic, group }] as const);
  });
  const busName = config.KAFKA_BROKERS ? 'kafka' : 'bus';
  dependencyUp.watch(() => [[Number(bus.isReady()), { dependency: busName }]]);
}

/** Says whether Redis answers, takes what is written and brings signals. Returns what ends it. */
export function watchRedis(redis: Pick<Redis, 'isWell'>, signals: Pick<Signals, 'isLinked'>): () => void {
  return dependencyUp.watch(() => [[Number(redis.isWell() && signals.isLinked()), { dependency: 'redis' }]]);
}

/** Says in the log at the start, and at each scrape, whether the blob store answers. Returns what ends it. */
export function watchBlobs({ check, dependency }: Pick<OpenedBlobs, 'check' | 'dependency'>, log: Logger): () => void {
  const say = (isUp: number) => [[isUp, { dependency }]] as const;
  check().then(
    () => log.info({ dependency }, 'the blob store answers'),
    (err: unknown) => log.warn({ err, dependency }, 'the blob store is not there'),
  );
  return dependencyUp.watch(async () => {
    await check();
    return say(1);
  }, say(0));
}

// Bounded: a backlog of days is not counted at every scrape.
const COUNTED_MAX = 100_000;
const QUEUES = `
  SELECT (SELECT count(*) FROM (SELECT FROM outbox WHERE published_at IS NULL LIMIT ${COUNTED_MAX}) o)::int AS pending,
    (SELECT extract(epoch FROM now() - created_at) FROM outbox
      WHERE published_at IS NULL ORDER BY seq LIMIT 1)::float AS oldest,
    (SELECT count(*) FROM (SELECT FROM dead_letters LIMIT ${COUNTED_MAX}) d)::int AS dead`;

/** Says of a database whether it answers, and what waits in it. One query a scrape, for all that ask. */
export function watchQueues({ query }: Pick<DatabaseGate, 'query'>): void {
  let asked: Promise<Queues | undefined> | undefined;
  const ask = () => {
    asked ??= query<Queues>(QUEUES)
      .then(([row]) => row)
      .finally(() => {
        asked = undefined;
      });
    return asked;
  };
  outboxPending.watch(async () => (await ask())?.pending);
  outboxOldestSeconds.watch(async () => (await ask())?.oldest ?? 0);
  deadLetters.watch(async () => (await ask())?.dead);
}

type Queues = { pending: number; oldest: number | null; dead: number };

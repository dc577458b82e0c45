import { setTimeout as delay } from 'node:timers/promises';
import type { MigrationSource } from '@marquee/data/migrations';
import { ConfigError, loadConfig } from '@marquee/runtime/config';
import { createLogger, type Logger } from '@marquee/runtime/log';
import type { Platform } from '@marquee/service/platform';
import { runUntilSignal, type Shutdown } from '@marquee/runtime/shutdown';
import { dependencyUp } from '@marquee/runtime/telemetry/instruments';
import { z } from 'zod';
import { watchDatabase } from './database-gate.ts';
import { openBlobStore, openPlatform } from './open-platform.ts';
import { type Probes, serveProbes } from './probes.ts';
import {
  type BlobConfig,
  blobConfigSchema,
  keepsBlobs,
  type ProcessConfig,
  processConfigSchema,
} from './process-config.ts';
import { openTelemetry, watchBlobs, watchBus, watchQueues } from './process-telemetry.ts';

const BUS_POLL_MS = 250;

type Environment = Record<string, string | undefined>;

export type ProcessDefinition<S extends z.ZodObject> = {
  /** As logs, metrics and service tokens know it, such as `film` or `media-worker`. */
  name: string;
  /** Its own environment, beside what every process reads. */
  schema: S;
  /** Whose database it works on, and what that is migrated with. */
  database?: { service: string; migrations: readonly MigrationSource[] };
  /** Called once its database is there. What it returns ends accepting and finishes what runs. */
  start(config: z.output<S>, platform: Platform): Promise<{ leave?(): void; drain(): Promise<void> }>;
};

/**
 * Runs one process of the scaled form until SIGTERM: environment, probes, database, adapters, then `start`. A wrong
 * setting ends it with a line that names the variable; a database or broker that is away is waited for. SIGTERM makes it
 * unready first, then drains.
 */
export async function runProcess<S extends z.ZodObject>(
  definition: ProcessDefinition<S>,
  env: Environment = process.env,
): Promise<void> {
  const read = readOrRefuse(definition, env);
  const log = createLogger({ service: definition.name, level: read.common.LOG_LEVEL });
  await runUntilSignal(log, async (shutdown) => {
    try {
      await start(definition, read, log, shutdown);
    } catch (error) {
      if (error instanceof ConfigError) refuse(error);
      throw error;
    }
  });
}

type Read<S extends z.ZodObject> = {
  common: ProcessConfig;
  own: z.output<S>;
  /** Where the process keeps blobs. */
  blobs: BlobConfig | undefined;
  databaseUrl: string;
};

/** @throws ConfigError for all that can be known to be wrong before anything is asked of anybody */
export function readEnvironment<S extends z.ZodObject>(
  { schema, database }: Pick<ProcessDefinition<S>, 'name' | 'schema' | 'database'>,
  env: Environment,
): Read<S> {
  const problems = new Set<string>();
  // All that is wrong is told at once.
  const read = <T extends z.ZodObject>(part: T): z.output<T> | undefined => {
    try {
      return loadConfig(part, env);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      for (const problem of error.message.split('; ')) problems.add(problem);
      return undefined;
    }
  };
  const common = read(processConfigSchema);
  const own = read(schema);
  const blobs = keepsBlobs(schema) ? read(blobConfigSchema) : undefined;
  const name = `DATABASE_URL_${database?.service.toUpperCase()}`;
  const urls = database ? read(z.object({ [name]: z.url({ protocol: /^postgres(ql)?$/ }) })) : {};
  if (!common || !own || !urls || problems.size > 0) throw new ConfigError([...problems].join('; '));
  return { common, own, blobs, databaseUrl: urls[name] ?? '' };
}

function readOrRefuse<S extends z.ZodObject>(definition: ProcessDefinition<S>, env: Environment): Read<S> {
  try {
    return readEnvironment(definition, env);
  } catch (error) {
    if (error instanceof ConfigError) refuse(error);
    throw error;
  }
}

function refuse(error: ConfigError): never {
  process.stderr.write(`Cannot start: ${error.message}\n`);
  process.exit(1);
}

async function start<S extends z.ZodObject>(
  definition: ProcessDefinition<S>,
  { common, own, blobs, databaseUrl }: Read<S>,
  log: Logger,
  shutdown: Shutdown,
): Promise<void> {
  const metrics = await openTelemetry({ name: definition.name, config: common, log, shutdown });
  const probes = await serveProbes({ host: common.HOST, port: common.PROBE_PORT, metrics });
  shutdown.onShutdown('probes', () => probes.close());
  if (blobs) {
    // Apart from the service's own client, whose connections may all be in use.
    const store = await openBlobStore(blobs);
    const unwatch = watchBlobs(store, log);
    shutdown.onShutdown('blob store watch', () => {
      unwatch();
      store.close();
    });
  }
  if (definition.database) {
    const { migrations, service } = definition.database;
    const allowNewer = common.ALLOW_NEWER_SCHEMA === '1';
    let isUp = false;
    const report = (problem: string | undefined) => {
      isUp = problem === undefined;
      probes.report('database', problem);
    };
    dependencyUp.watch(() => [[Number(isUp), { dependency: 'database' }]]);
    const gate = watchDatabase({ url: databaseUrl, migrations, log, report, allowNewer });
    shutdown.onShutdown('database watch', () => gate.close());
    // Of a database that several processes work on, its owner tells.
    if (service === definition.name) watchQueues(gate);
    await gate.opened;
  }
  const platform = await openPlatform({ name: definition.name, config: common, databaseUrl, log, shutdown });
  watchBus(platform, common);
  await untilBusReady(platform, probes);
  const running = await definition.start(own, platform);
  shutdown.onShutdown(definition.name, () => running.drain());
  // Runs first: whoever balances load stops sending work while it still is served.
  shutdown.onShutdown('readiness', () => leave(probes, running, common.DRAIN_DELAY_MS));
  probes.started();
  log.info({ startedInMs: Math.round(performance.now()) }, 'ready');
}

// Only at the start: a process that has what it needs goes on serving while the broker is away, and its events wait.
async function untilBusReady({ bus }: Platform, probes: Probes): Promise<void> {
  for (; !bus.isReady(); await delay(BUS_POLL_MS)) probes.report('bus', 'the broker does not answer');
  probes.report('bus', undefined);
}

// Clients are asked to look for another replica once its absence may have got around, while they are still served here.
async function leave(probes: Probes, running: { leave?(): void }, delayMs: number): Promise<void> {
  probes.report('drain', 'draining');
  if (delayMs === 0) return;
  await delay(delayMs / 2);
  running.leave?.();
  await delay(delayMs / 2);
}

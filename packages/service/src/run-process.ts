import { setTimeout as delay } from 'node:timers/promises';
import { callersOf } from '@marquee/contracts/callers';
import { ConfigError, loadConfig } from '@marquee/runtime/config';
import { createLogger, type Logger } from '@marquee/runtime/log';
import { runUntilSignal, type Shutdown } from '@marquee/runtime/shutdown';
import { dependencyUp } from '@marquee/runtime/telemetry/instruments';
import type { z } from 'zod';
import { type ClockWatch, watchClock } from './clock-watch.ts';
import { watchDatabase } from './database-gate.ts';
import type { Service } from './define-service.ts';
import { blobCheck, type OpenedBlobs, openBlobStore, openShared, type Shared } from './open-platform.ts';
import type { Platform } from './platform.ts';
import { type Probes, serveProbes } from './probes.ts';
import {
  addressVariable,
  type BlobConfig,
  blobConfigSchema,
  databaseVariable,
  httpUrlVariable,
  memberConfigOf,
  type ProcessConfig,
  processConfigSchema,
  variableName,
} from './process-config.ts';
import { openTelemetry, watchBlobs, watchBus, watchQueues } from './process-telemetry.ts';
import { settingReports } from './report-settings.ts';
import { type RunningServices, runServices } from './run-services.ts';
import { addressCheck } from './setting-checks.ts';
import { type BoundCheck, callersCheck, untilSettingsRight } from './start-checks.ts';

const BUS_POLL_MS = 250;

type Environment = Record<string, string | undefined>;

/**
 * Runs services in one process of a scaled site until SIGTERM: environment, probes, databases, adapters, then the
 * services. A wrong setting ends it with a line that names the variable; it waits for an unavailable database or broker.
 * SIGTERM makes it unready first, then drains.
 *
 * Usually a process is one service. In a process of several, `FILM__RPC_PORT` is the RPC_PORT of film alone.
 */
export async function runProcess(services: readonly Service[], env: Environment = process.env): Promise<void> {
  const read = readOrRefuse(services, env);
  const name = services.map((service) => service.name).join('+');
  const log = createLogger({ service: name, level: read.common.LOG_LEVEL });
  await runUntilSignal(log, async (shutdown) => {
    try {
      await start(name, read, log, shutdown);
    } catch (error) {
      if (error instanceof ConfigError) refuse(error);
      throw error;
    }
  });
}

/** A service of the process, and what its environment says. */
type ReadService = {
  service: Service;
  own: unknown;
  rpcPort: number;
  serviceKey: Platform['serviceKey'];
  addresses: Platform['addresses'];
  databaseUrl: string;
};

type Read = {
  common: ProcessConfig;
  /** Where the process keeps blobs, if a service of it does. */
  blobs: BlobConfig | undefined;
  members: ReadService[];
};

/** @throws ConfigError for all that can be known to be wrong before anything is asked of anybody */
export function readEnvironment(services: readonly Service[], env: Environment): Read {
  const problems = new Set<string>();
  // All problems are reported at once.
  const read = <T extends z.ZodObject>(schema: T, from: Environment): z.output<T> | undefined => {
    try {
      return loadConfig(schema, from);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      for (const problem of error.message.split('; ')) problems.add(problem);
      return undefined;
    }
  };
  const common = read(processConfigSchema, env);
  const members = services.flatMap((service) => {
    const from = environmentOf(service, env);
    const member = read(memberConfigOf(service), from);
    const own = read(service.config, from);
    return member && own ? [readService(service, member, own)] : [];
  });
  const keepsBlobs = services.some(({ uses }) => uses.includes('blobs'));
  const blobs = keepsBlobs ? read(blobConfigSchema, env) : undefined;
  if (!common || problems.size > 0) throw new ConfigError([...problems].join('; '));
  return { common, blobs, members };
}

type MemberConfig = z.output<ReturnType<typeof memberConfigOf>>;

function readService(service: Service, member: MemberConfig, own: unknown): ReadService {
  const values = member as Record<string, unknown>;
  return {
    service,
    own,
    rpcPort: member.RPC_PORT,
    serviceKey: member.SERVICE_SIGNING_KEY,
    addresses: Object.fromEntries(service.calls.map((callee) => [callee, String(values[addressVariable(callee)])])),
    databaseUrl: service.database ? String(values[databaseVariable(service.database.name)]) : '',
  };
}

/** What one service of a process reads: the environment, and in place of it what is meant for this service alone. */
function environmentOf({ name }: Service, env: Environment): Environment {
  const prefix = `${variableName(name)}__`;
  const own = Object.entries(env).flatMap(([variable, value]) =>
    variable.startsWith(prefix) ? [[variable.slice(prefix.length), value] as const] : [],
  );
  // A value meant for this service alone stands in place of a file that is meant for all.
  const replaced = own.flatMap(([variable]) => [variable, `${variable}_FILE`, variable.replace(/_FILE$/, '')]);
  const others = Object.entries(env).filter(([variable]) => !replaced.includes(variable));
  return { ...Object.fromEntries(others), ...Object.fromEntries(own) };
}

function readOrRefuse(services: readonly Service[], env: Environment): Read {
  try {
    return readEnvironment(services, env);
  } catch (error) {
    if (error instanceof ConfigError) refuse(error);
    throw error;
  }
}

function refuse(error: ConfigError): never {
  process.stderr.write(`Cannot start: ${error.message}\n`);
  process.exit(1);
}

async function start(name: string, { common, blobs, members }: Read, log: Logger, shutdown: Shutdown): Promise<void> {
  const metrics = await openTelemetry({ name, config: common, log, shutdown });
  const probes = await serveProbes({ host: common.HOST, port: common.PROBE_PORT, metrics });
  shutdown.onShutdown('probes', () => probes.close());
  const clock = watchClock({ log, report: (problem) => probes.report('clock', problem) });
  const hasDatabase = members.some(({ service }) => service.database);
  const shared = await openShared({ name, config: common, log, shutdown, ...(!hasDatabase && { clock }) });
  watchBus(shared, common);
  // All that it waits for is said at once.
  await Promise.all([
    untilRight(members, blobs, shared, probes, log, shutdown),
    openDatabases(members, { common, probes, clock, log, shutdown }),
    untilBusReady(shared, probes),
  ]);
  const store = blobs ? await watchedBlobs(blobs, log, shutdown) : undefined;
  const running = await runServices(
    members.map((member) => ({
      service: member.service,
      config: member.own,
      platform: platformOf(member, common, shared, store, members.length === 1 ? log : undefined),
    })),
  );
  shutdown.onShutdown('services', () => running.drain());
  // Runs first: load balancers stop sending work while it is still served.
  shutdown.onShutdown('readiness', () => leave(probes, running, common.DRAIN_DELAY_MS));
  probes.started();
  log.info({ startedInMs: Math.round(performance.now()) }, 'ready');
}

/** Waits until what the settings name is there, and says meanwhile what is not. */
async function untilRight(
  members: readonly ReadService[],
  blobs: BlobConfig | undefined,
  { verifier }: Shared,
  probes: Probes,
  log: Logger,
  shutdown: Shutdown,
): Promise<void> {
  const own = members.flatMap((member) => [
    ...member.service.checks(member.own as never, { verifier, serviceKey: member.serviceKey }),
    ...addressChecks(member),
    callersCheck(member.service.name, callersOf(member.service.name), verifier),
  ]);
  const stopping = new AbortController();
  shutdown.onShutdown('checks of settings', () => stopping.abort());
  await untilSettingsRight({
    checks: [...own, ...(blobs ? [blobCheck(blobs)] : [])],
    ...{ log, signal: stopping.signal, report: settingReports(probes) },
  });
}

/** Of the services that it calls. */
function addressChecks({ service, own, addresses }: ReadService): BoundCheck[] {
  const values = own as Record<string, unknown>;
  const named = [
    ...service.calls.map((callee) => [addressVariable(callee), addresses[callee]] as const),
    ...service.callsHttp.map((callee) => [httpUrlVariable(callee), values[httpUrlVariable(callee)]] as const),
  ];
  return named.flatMap(([variable, address]) => (address ? [addressCheck(variable, String(address))] : []));
}

async function watchedBlobs(config: BlobConfig, log: Logger, shutdown: Shutdown): Promise<OpenedBlobs['blobs']> {
  // Apart from the services' own client, whose connections may all be in use.
  const watched = await openBlobStore(config);
  const unwatch = watchBlobs(watched, log);
  const store = await openBlobStore(config);
  shutdown.onShutdown('blob stores', () => {
    unwatch();
    watched.close();
    store.close();
  });
  return store.blobs;
}

type Watched = { common: ProcessConfig; probes: Probes; clock: ClockWatch; log: Logger; shutdown: Shutdown };

/** Waits until each database is there with the schema of this build, and keeps looking. */
async function openDatabases(
  members: readonly ReadService[],
  { common, probes, clock, log, shutdown }: Watched,
): Promise<void> {
  const databases = new Map(
    members.flatMap((member) => (member.service.database ? [[member.databaseUrl, member]] : [])),
  );
  const [first] = databases.values();
  await Promise.all(
    [...databases.values()].map(async (member) => {
      const { service, databaseUrl } = member;
      const { name, migrations = [] } = service.database ?? {};
      const part = databases.size === 1 ? 'database' : `database ${name}`;
      let isUp = false;
      const report = (problem: string | undefined) => {
        isUp = problem === undefined;
        probes.report(part, problem);
      };
      dependencyUp.watch(() => [[Number(isUp), { dependency: part }]]);
      const allowNewer = common.ALLOW_NEWER_SCHEMA === '1';
      // One clock is enough; two databases need not agree.
      const compared = member === first ? { clock } : {};
      const gate = watchDatabase({ url: databaseUrl, migrations, log, report, allowNewer, ...compared });
      shutdown.onShutdown(`${part} watch`, () => gate.close());
      // What waits in a database that several processes work on is counted by its owner.
      if (members.some((member) => member.service.name === name)) watchQueues(gate);
      await gate.opened;
    }),
  );
}

function platformOf(
  { service, rpcPort: port, serviceKey, addresses, databaseUrl }: ReadService,
  common: ProcessConfig,
  shared: Shared,
  blobs: OpenedBlobs['blobs'] | undefined,
  only: Logger | undefined,
): Platform {
  const log = only ?? createLogger({ service: service.name, level: common.LOG_LEVEL });
  return { ...shared, log, ...(blobs && { blobs }), host: common.HOST, port, serviceKey, addresses, databaseUrl };
}

// Only at the start: later, a process keeps serving while the broker is unavailable, and its events wait.
async function untilBusReady({ bus }: Shared, probes: Probes): Promise<void> {
  for (; !bus.isReady(); await delay(BUS_POLL_MS)) probes.report('bus', 'the broker does not answer');
  probes.report('bus', undefined);
}

// Clients are asked to look for another replica once its absence may have got around, while they are still served here.
async function leave(probes: Probes, running: RunningServices, delayMs: number): Promise<void> {
  probes.report('drain', 'draining');
  if (delayMs === 0) return;
  await delay(delayMs / 2);
  running.leave();
  await delay(delayMs / 2);
}

import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePorts } from '@marquee/runtime/free-ports';
import type { Service } from '@marquee/service/define-service';
import { addressVariable, databaseVariable, httpUrlVariable } from '@marquee/service/process-config';
import { secretsOf } from '@marquee/service/secret';
import { entryOf } from '../derived/chart-values.ts';
import { buildApps } from '../embedded/web-build.ts';
import { writeKeys } from '../keys/make-keys.ts';
import { services as declared } from '../services.ts';

const root = join(import.meta.dirname, '..', '..');

/** A service that runs as a process of its own. */
export type ProcessName = string;
export const PROCESS_NAMES: readonly ProcessName[] = declared.map(({ name }) => name);

/** A process, or one of its replicas: `film@2` has the same ports on 127.0.0.2. */
export type Replica = ProcessName;
const processOf = (replica: Replica) => replica.split('@')[0] ?? replica;
export const hostOf = (replica: Replica) => `127.0.0.${replica.split('@')[1] ?? 1}`;

/** The addresses of the components that processes use. */
export type Components = {
  databaseUrl(name: string): string;
  /** KAFKA_BROKERS, REDIS_URL, S3_* or alternatives to them. */
  environment: Record<string, string>;
};

/** A port on which others reach a process: `film` for gRPC, `media-http` for HTTP, `gateway` for browsers. */
export type Link = string;

export type ScaledSite = {
  url: string;
  /** The port of all replicas of a process; each has its own host. */
  port(name: ProcessName): number;
  probeUrl(name: Replica, path?: string): string;
  probe(name: Replica, path?: string): Promise<{ status: number; text: string }>;
  start(name: Replica): void;
  /** Sends a signal to a process and waits for its end; returns the exit code. */
  end(name: Replica, signal?: NodeJS.Signals): Promise<number | null>;
  pid(name: Replica): number | undefined;
  untilReady(names?: readonly Replica[]): Promise<void>;
  logFile(name: Replica): string;
  stop(): Promise<void>;
};

const READY_MS_MAX = 90_000;
const POLL_MS = 100;
const LOG_SHOWN_CHARACTERS = 4_000;

/** The scaled site on this machine: each process on its own, as an orchestrator starts them. */
export async function openScaledSite(options: {
  dir: string;
  /** All services by default. */
  services?: readonly Service[];
  components: Components;
  environment?: Record<string, string>;
  /** Variables of single processes, which override those of all. */
  processEnvironment?: Readonly<Record<ProcessName, Record<string, string>>>;
  port?: number;
  /** Returns the port by which others reach the given one, such as that of a proxy. */
  through?: (link: Link, port: number) => Promise<number>;
  /** The host name of a service; 127.0.0.1 by default. */
  nameOf?: (service: string) => string;
  /** Receives progress messages, such as that the web app is built. */
  say?: (line: string) => void;
}): Promise<ScaledSite> {
  const { dir, components, services = declared } = options;
  const names = services.map(({ name }) => name);
  const isPublic = (service: Service) => service.release.isPublic === true;
  if (services.some(isPublic)) await buildApps(options.say ?? (() => {}));
  const keys = join(dir, 'keys');
  writeKeys(keys, services);
  await mkdir(join(dir, 'logs'), { recursive: true });
  // A port of each process for gRPC, one for its probes, and one for HTTP.
  const ports = await freePorts(names.length * 3);
  const portOf = (name: ProcessName, kind: number) => ports[kind * names.length + names.indexOf(name)] ?? 0;
  const rpcPort = (name: ProcessName) => portOf(name, 0);
  const probePort = (name: ProcessName) => portOf(name, 1);
  const publicName = services.find(isPublic)?.name ?? '';
  const publicPort = options.port ?? portOf(publicName, 2);
  const httpPort = (name: ProcessName) => (name === publicName ? publicPort : portOf(name, 2));
  const through = options.through ?? (async (_: Link, port: number) => port);
  const url = `http://localhost:${await through(publicName, publicPort)}`;
  const running = new Map<Replica, { child: ChildProcess; exited: Promise<number | null> }>();
  const ending = new Set<Replica>();

  const shared: Record<string, string> = {
    DEV_INBOX: '1',
    PAYMENT_PROVIDER: 'test',
    UPLOADS_DIR: join(dir, 'uploads'),
  };
  for (const service of services) {
    const { name, hasRpc, http, database } = service;
    const host = options.nameOf?.(name) ?? '127.0.0.1';
    if (hasRpc) shared[addressVariable(name)] = `${host}:${await through(name, rpcPort(name))}`;
    if (http && !isPublic(service)) {
      // HTTP for development listens on 127.0.0.1 only.
      const port = http.isForDevelopment ? httpPort(name) : await through(`${name}-http`, httpPort(name));
      shared[httpUrlVariable(name)] = `http://${http.isForDevelopment ? '127.0.0.1' : host}:${port}`;
    }
    if (database) shared[databaseVariable(database.name)] = components.databaseUrl(database.name);
  }
  const own = new Map(
    services.map((service): [ProcessName, Record<string, string>] => [
      service.name,
      {
        ...secretFiles(keys, service),
        ...(service.http && { [service.http.port]: String(httpPort(service.name)) }),
        SCRATCH_DIR: join(dir, `scratch-${service.name}`),
        ...service.release.environment,
      },
    ]),
  );
  const entries = new Map(services.map((service) => [service.name, entryOf(service)]));

  const site: ScaledSite = {
    url,
    port: (name) => (name === publicName ? publicPort : rpcPort(name)),
    probeUrl: (name, path = '/readyz') => `http://${hostOf(name)}:${probePort(processOf(name))}${path}`,
    async probe(name, path) {
      const response = await fetch(site.probeUrl(name, path)).catch(() => undefined);
      return response ? { status: response.status, text: await response.text() } : { status: 0, text: '' };
    },
    start(replica) {
      if (running.has(replica)) throw new Error(`${replica} runs already`);
      const name = processOf(replica);
      const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', entries.get(name) ?? ''], {
        cwd: root,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          ...environmentKept(),
          ...shared,
          ...components.environment,
          HOST: hostOf(replica),
          PUBLIC_URL: url,
          PUBLIC_KEYS_FILE: join(keys, 'public', 'PUBLIC_KEYS'),
          SERVICE_SIGNING_KEY_FILE: join(keys, name, 'SERVICE_SIGNING_KEY'),
          RPC_PORT: String(rpcPort(name)),
          PROBE_PORT: String(probePort(name)),
          ...own.get(name),
          ...options.environment,
          ...options.processEnvironment?.[name],
        },
      });
      const log = createWriteStream(site.logFile(replica), { flags: 'a' });
      for (const stream of [child.stdout, child.stderr]) stream.pipe(log, { end: false });
      const exited = new Promise<number | null>((resolve) => {
        // After its output was read to the end.
        child.once('close', (code) => {
          running.delete(replica);
          log.end();
          if (!ending.delete(replica))
            options.say?.(`${replica} has ended by itself; ${site.logFile(replica)} says why`);
          resolve(code);
        });
      });
      running.set(replica, { child, exited });
    },
    async end(name, signal = 'SIGTERM') {
      const found = running.get(name);
      if (!found) return null;
      ending.add(name);
      found.child.kill(signal);
      return found.exited;
    },
    pid: (name) => running.get(name)?.child.pid,
    async untilReady(replicas = names) {
      const deadline = performance.now() + READY_MS_MAX;
      for (const name of replicas) {
        for (;;) {
          const { status, text } = await site.probe(name);
          if (status === 200) break;
          if (!running.has(name)) throw new Error(`${name} has ended:\n${await endOfLog(site.logFile(name))}`);
          if (performance.now() > deadline) throw new Error(`${name} is not ready: ${text || 'no answer'}`);
          await delay(POLL_MS);
        }
      }
    },
    logFile: (name) => join(dir, 'logs', `${name}.log`),
    async stop() {
      await Promise.all([...running.keys()].map((name) => site.end(name)));
    },
  };
  return site;
}

async function endOfLog(logFile: string): Promise<string> {
  return (await readFile(logFile, 'utf8')).slice(-LOG_SHOWN_CHARACTERS);
}

function secretFiles(keys: string, { name, config }: Service): Record<string, string> {
  const variables = Object.keys(secretsOf(config));
  return Object.fromEntries(variables.map((variable) => [`${variable}_FILE`, join(keys, name, variable)]));
}

// Other settings of the caller do not reach the processes.
function environmentKept(): Record<string, string | undefined> {
  const { PATH, HOME, TMPDIR, LANG } = process.env;
  return { PATH, HOME, TMPDIR, LANG };
}

import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePorts } from '@marquee/runtime/free-ports';
import { SERVICE_NAMES, type ServiceName } from '@marquee/service/platform';
import { buildApps } from '../embedded/web-build.ts';
import { writeKeys } from '../keys/make-keys.ts';

const root = join(import.meta.dirname, '..', '..');

/** The entry of each process. */
export const ENTRIES = {
  identity: 'services/identity/src/main.ts',
  notification: 'services/notification/src/main.ts',
  media: 'services/media/src/main.ts',
  'media-worker': 'services/media/src/worker-main.ts',
  film: 'services/film/src/main.ts',
  gateway: 'gateway/src/main.ts',
} as const;
export type ProcessName = keyof typeof ENTRIES;
export const PROCESS_NAMES = Object.keys(ENTRIES) as ProcessName[];

/** A process, or another of the same: `film@2` is at the same ports of 127.0.0.2. */
export type Replica = ProcessName | `${ProcessName}@${number}`;
const processOf = (replica: Replica) => replica.split('@')[0] as ProcessName;
export const hostOf = (replica: Replica) => `127.0.0.${replica.split('@')[1] ?? 1}`;

/** Where the components are that the processes work with. */
export type Components = {
  databaseUrl(name: ServiceName | 'bus'): string;
  /** KAFKA_BROKERS, REDIS_URL, S3_* or what stands in their place. */
  environment: Record<string, string>;
};

/** A port on which others reach a process. */
export type Link = ServiceName | 'media-http' | 'gateway';

export type ScaledForm = {
  url: string;
  /** Where replicas of a process listen, each at its own host. */
  port(name: ProcessName): number;
  probeUrl(name: Replica, path?: string): string;
  probe(name: Replica, path?: string): Promise<{ status: number; text: string }>;
  start(name: Replica): void;
  /** Ends a process by a signal and waits until it is gone; gives its exit code. */
  end(name: Replica, signal?: NodeJS.Signals): Promise<number | null>;
  pid(name: Replica): number | undefined;
  untilReady(names?: readonly Replica[]): Promise<void>;
  logFile(name: Replica): string;
  stop(): Promise<void>;
};

const READY_MS_MAX = 90_000;
const POLL_MS = 100;
const LOG_SHOWN_CHARACTERS = 4_000;

/** The scaled form on this machine: each process on its own, as an orchestrator starts them. */
export async function openScaledForm(options: {
  dir: string;
  components: Components;
  environment?: Record<string, string>;
  /** What single processes are told otherwise than all. */
  processEnvironment?: Partial<Record<ProcessName, Record<string, string>>>;
  port?: number;
  /** Gives the port by which others reach one that a process listens on: that of a proxy in front, say. */
  through?: (link: Link, port: number) => Promise<number>;
  /** The name by which others look a service up; where it is not told, there is one of it at 127.0.0.1. */
  nameOf?: (service: ServiceName) => string;
  /** Told what takes long, such as building the web app. */
  say?: (line: string) => void;
}): Promise<ScaledForm> {
  const { dir, components } = options;
  await buildApps(options.say ?? (() => {}));
  const keys = join(dir, 'keys');
  writeKeys(keys);
  await mkdir(join(dir, 'logs'), { recursive: true });
  // A port of each process for RPC and one for its probes; then media's HTTP, the inbox and the gateway.
  const ports = await freePorts(PROCESS_NAMES.length * 2 + 3);
  const rpcPort = (name: ProcessName) => ports[PROCESS_NAMES.indexOf(name)] ?? 0;
  const probePort = (name: ProcessName) => ports[PROCESS_NAMES.length + PROCESS_NAMES.indexOf(name)] ?? 0;
  const [mediaHttp = 0, inbox = 0, free = 0] = ports.slice(PROCESS_NAMES.length * 2);
  const gatewayPort = options.port ?? free;
  const through = options.through ?? (async (_: Link, port: number) => port);
  const url = `http://localhost:${await through('gateway', gatewayPort)}`;
  const running = new Map<Replica, { child: ChildProcess; exited: Promise<number | null> }>();
  const ending = new Set<Replica>();

  const addresses: Record<string, string> = {};
  for (const name of SERVICE_NAMES) {
    addresses[`${name.toUpperCase()}_ADDRESS`] =
      `${options.nameOf?.(name) ?? '127.0.0.1'}:${await through(name, rpcPort(name))}`;
  }
  const databases = Object.fromEntries(
    SERVICE_NAMES.map((name) => [`DATABASE_URL_${name.toUpperCase()}`, components.databaseUrl(name)]),
  );
  const own: Record<ProcessName, Record<string, string>> = {
    identity: {
      ...secretFiles(keys, 'identity', ['CHALLENGE_KEY', 'CHALLENGE_HASH_KEY', 'CURSOR_KEY', 'VIEWER_SIGNING_KEY']),
    },
    notification: {
      ...secretFiles(keys, 'notification', ['CURSOR_KEY']),
      DEV_INBOX: '1',
      DEV_INBOX_PORT: String(inbox),
    },
    media: { ...mediaEnvironment(keys, dir, 'media'), MEDIA_HTTP_PORT: String(mediaHttp), TRANSCODE_WORKER: '0' },
    'media-worker': mediaEnvironment(keys, dir, 'media-worker'),
    film: { ...secretFiles(keys, 'film', ['FILM_SECRET']) },
    gateway: {
      PORT: String(gatewayPort),
      MEDIA_HTTP_URL: `http://${options.nameOf?.('media') ?? '127.0.0.1'}:${await through('media-http', mediaHttp)}`,
      INBOX_HTTP_URL: `http://127.0.0.1:${inbox}`,
    },
  };

  const form: ScaledForm = {
    url,
    port: (name) => (name === 'gateway' ? gatewayPort : rpcPort(name)),
    probeUrl: (name, path = '/readyz') => `http://${hostOf(name)}:${probePort(processOf(name))}${path}`,
    async probe(name, path) {
      const response = await fetch(form.probeUrl(name, path)).catch(() => undefined);
      return response ? { status: response.status, text: await response.text() } : { status: 0, text: '' };
    },
    start(replica) {
      if (running.has(replica)) throw new Error(`${replica} runs already`);
      const name = processOf(replica);
      const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ENTRIES[name]], {
        cwd: root,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          ...environmentKept(),
          ...addresses,
          ...databases,
          ...components.environment,
          HOST: hostOf(replica),
          PUBLIC_URL: url,
          PUBLIC_KEYS_FILE: join(keys, 'public', 'PUBLIC_KEYS'),
          SERVICE_SIGNING_KEY_FILE: join(keys, name, 'SERVICE_SIGNING_KEY'),
          RPC_PORT: String(rpcPort(name)),
          PROBE_PORT: String(probePort(name)),
          ...own[name],
          ...options.environment,
          ...options.processEnvironment?.[name],
        },
      });
      const log = createWriteStream(form.logFile(replica), { flags: 'a' });
      for (const stream of [child.stdout, child.stderr]) stream.pipe(log, { end: false });
      const exited = new Promise<number | null>((resolve) => {
        // Not before its last words have been read.
        child.once('close', (code) => {
          running.delete(replica);
          log.end();
          if (!ending.delete(replica))
            options.say?.(`${replica} has ended by itself; ${form.logFile(replica)} says why`);
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
    async untilReady(names = PROCESS_NAMES) {
      const giveUp = Date.now() + READY_MS_MAX;
      for (const name of names) {
        for (;;) {
          const { status, text } = await form.probe(name);
          if (status === 200) break;
          if (!running.has(name)) throw new Error(`${name} has ended:\n${await lastWords(form.logFile(name))}`);
          if (Date.now() > giveUp) throw new Error(`${name} is not ready: ${text || 'no answer'}`);
          await delay(POLL_MS);
        }
      }
    },
    logFile: (name) => join(dir, 'logs', `${name}.log`),
    async stop() {
      await Promise.all([...running.keys()].map((name) => form.end(name)));
    },
  };
  return form;
}

async function lastWords(logFile: string): Promise<string> {
  return (await readFile(logFile, 'utf8')).slice(-LOG_SHOWN_CHARACTERS);
}

function secretFiles(keys: string, name: ProcessName, variables: readonly string[]): Record<string, string> {
  return Object.fromEntries(variables.map((variable) => [`${variable}_FILE`, join(keys, name, variable)]));
}

function mediaEnvironment(keys: string, dir: string, name: ProcessName): Record<string, string> {
  return {
    ...secretFiles(keys, name, ['PLAYBACK_KEYS', 'CURSOR_KEY']),
    UPLOADS_DIR: join(dir, 'uploads'),
    SCRATCH_DIR: join(dir, `scratch-${name}`),
  };
}

// Nothing of the caller's own settings reaches the processes.
function environmentKept(): Record<string, string | undefined> {
  const { PATH, HOME, TMPDIR, LANG } = process.env;
  return { PATH, HOME, TMPDIR, LANG };
}

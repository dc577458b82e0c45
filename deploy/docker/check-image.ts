// `npm run image:check`: checks the image as far as possible without a container engine. It runs the Dockerfile's steps in a
// clean directory, then runs the result as the image's user on a read-only file system: keys, migrations and all
// processes, until each is ready, a page is served and a film can be played. Takes minutes; needs Linux, root and a
// network. With the folder of an earlier run with KEEP=1 (`-- FOLDER/release`) nothing is built.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startEmbeddedPostgres } from '@marquee/data/embedded-postgres';
import { freePorts } from '@marquee/runtime/free-ports';
import type { Service } from '@marquee/service/define-service';
import { addressVariable, databaseVariable, httpUrlVariable } from '@marquee/service/process-config';
import pg from 'pg';
import { entryOf } from '../derived/chart-values.ts';
import { PROCESS_NAMES, type ProcessName } from '../scaled/processes.ts';
import { databaseNames, services } from '../services.ts';
import { contextFiles } from './context-files.ts';
import { environmentOf, readDockerfile, type Stage, valuesOf } from './read-dockerfile.ts';

const root = join(import.meta.dirname, '..', '..');
const READY_MS_MAX = 120_000;
const MIB = 1024 ** 2;
const say = (line: string) => process.stdout.write(`${line}\n`);

const stages = readDockerfile(readFileSync(join(import.meta.dirname, 'Dockerfile'), 'utf8'));
const [build, final] = [stages[0], stages.at(-1)];
// Not in /tmp, which the processes get empty, nor in a home, which their user cannot enter.
const dir = mkdtempSync('/var/tmp/marquee-image-');
chmodSync(dir, 0o755);
const [, , built] = process.argv;
const [buildDir, release] = [join(dir, 'build'), built ?? join(dir, 'release')];

/** Runs COPY and RUN of the build stage in other folders. */
function buildRelease(stage: Stage | undefined): void {
  for (const path of contextFiles(root)) {
    mkdirSync(dirname(join(buildDir, path)), { recursive: true });
    cpSync(join(root, path), join(buildDir, path));
  }
  for (const step of valuesOf(stage, 'RUN')) {
    const command = step.replace(/^(--\S+\s+)*/, '').replaceAll(' /release', ` ${release}`);
    say(`RUN ${command}`);
    execFileSync('sh', ['-c', command], { cwd: buildDir, stdio: 'inherit' });
  }
}

function sizeOf(path: string): string {
  const [kilobytes] = execFileSync('du', ['-sk', path], { encoding: 'utf8' }).split('\t');
  return `${Math.round((Number(kilobytes) * 1024) / MIB)} MiB`;
}

/** Runs a command as the image does: its user, no capabilities, and only mounted folders are writable. */
function inImage(args: string[], env: Record<string, string>, output: 'inherit' | 'pipe' = 'pipe'): ChildProcess {
  const [uid, gid] = (valuesOf(final, 'USER')[0] ?? '').split(':');
  const writable = Object.values(folders);
  const mounts = [...writable.map((path) => `mount --bind ${path} ${path}`), 'mount -t tmpfs -o mode=1777 tmpfs /tmp'];
  const script = [...mounts, 'mount -o remount,bind,ro /', 'cd "$1"', 'shift', 'exec "$@"'].join(' && ');
  const asUser = [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--no-new-privs',
    '--bounding-set=-all',
  ];
  const command = ['unshare', '-m', '--propagation', 'private', 'sh', '-ec', script, 'sh', release, ...asUser];
  const [program = '', ...rest] = [...command, process.execPath, ...args];
  return spawn(program, rest, {
    stdio: ['ignore', output, output],
    env: { PATH: process.env.PATH, ...environmentOf(final), ...env },
  });
}

async function finished(child: ChildProcess): Promise<string> {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (text += chunk));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`ended with ${code}:\n${text}`);
  return text;
}

function serviceOf(name: ProcessName): Service {
  const found = services.find((service) => service.name === name);
  if (!found) throw new Error(`there is no process ${name}`);
  return found;
}

const folders = { keys: join(dir, 'keys'), data: join(dir, 'data'), scratch: join(dir, 'scratch') };

/** The environment of one process, on a database server of this machine and the Postgres log. */
function environment(name: ProcessName, ports: number[], urls: Record<string, string>): Record<string, string> {
  const rpc = (service: ProcessName) => String(ports[PROCESS_NAMES.indexOf(service)]);
  const addresses = PROCESS_NAMES.map((service) => [addressVariable(service), `127.0.0.1:${rpc(service)}`]);
  const [mediaHttp, page] = ports.slice(PROCESS_NAMES.length * 2);
  const keys = join(folders.keys, 'made', name);
  const own = readdirSync(keys).map((variable) => [`${variable}_FILE`, join(keys, variable)]);
  return {
    ...Object.fromEntries([...addresses, ...own]),
    ...urls,
    HOST: '127.0.0.1',
    PUBLIC_KEYS_FILE: join(folders.keys, 'made', 'public', 'PUBLIC_KEYS'),
    RPC_PORT: rpc(name),
    PROBE_PORT: String(ports[PROCESS_NAMES.length + PROCESS_NAMES.indexOf(name)]),
    PUBLIC_URL: `http://localhost:${page}`,
    SMTP_URL: 'smtp://127.0.0.1:1',
    UPLOADS_DIR: join(folders.data, 'uploads'),
    SCRATCH_DIR: join(folders.scratch, name),
    BLOBS_DIR: join(folders.data, 'blobs'),
    MEDIA_HTTP_PORT: String(mediaHttp),
    TRANSCODE_WORKER: '0',
    PORT: String(page),
    [httpUrlVariable('media')]: `http://127.0.0.1:${mediaHttp}`,
  };
}

async function openDatabases() {
  const postgres = await startEmbeddedPostgres({
    dataDir: join(dir, 'postgres'),
    socketDir: join(dir, 'socket'),
    logFile: join(dir, 'postgres.log'),
    settings: { max_connections: 200 },
  });
  // By default only PostgreSQL's own user can enter the folder of its socket.
  chmodSync(join(dir, 'socket'), 0o755);
  const { url } = postgres;
  const names = [...databaseNames, 'bus'];
  const admin = new pg.Client({ connectionString: url('postgres') });
  await admin.connect();
  for (const name of names) await admin.query(`CREATE DATABASE ${name}`);
  await admin.end();
  return { postgres, urls: Object.fromEntries(names.map((name) => [databaseVariable(name), url(name)])) };
}

async function untilReady(name: ProcessName, port: number, log: () => string): Promise<void> {
  const giveUp = performance.now() + READY_MS_MAX;
  for (;;) {
    const text = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (response) => (response.ok ? '' : response.text()),
      (error: Error) => error.message,
    );
    if (text === '') return;
    if (performance.now() > giveUp) throw new Error(`${name} is not ready: ${text}\n${log().slice(-4_000)}`);
    await delay(200);
  }
}

/** Prepares the site for load tests as an operator does with the image; its media-worker transcodes the film. */
async function prepareLoad(ports: number[], urls: Record<string, string>): Promise<void> {
  const env = { ...environment('media', ports, urls), ...environment('identity', ports, urls) };
  const args = ['load-tests/prepare.ts', '--viewers', '2', '--makers', '1', '--out', '-'];
  const text = await finished(inImage(args, env));
  const { viewers } = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as { viewers: string[] };
  if (viewers.length !== 2) throw new Error(`Viewers were not prepared: ${text}`);
  say('A film and viewers are prepared.');
}

async function runAll(): Promise<void> {
  for (const path of Object.values(folders)) {
    mkdirSync(path, { mode: 0o700 });
    spawnSync('chown', [valuesOf(final, 'USER')[0] ?? '', path]);
  }
  const forbidden = await finished(inImage(['-e', "require('fs').writeFileSync('/app-was-written', '')"], {})).catch(
    String,
  );
  if (!/EROFS/.test(forbidden)) throw new Error(`The file system can be written to: ${forbidden}`);
  say(await finished(inImage(['deploy/keys/main.ts', join(folders.keys, 'made')], {})));
  const { postgres, urls } = await openDatabases();
  const running: ChildProcess[] = [];
  try {
    await finished(inImage(['deploy/migrate/main.ts'], urls));
    say('Migrated.');
    const letters = await finished(inImage(['deploy/dead-letters.ts', 'list'], urls));
    say(letters.trim());
    say((await finished(inImage(['deploy/staff/main.ts', 'add', 'staff@example.com'], urls))).trim());
    const ports = await freePorts(PROCESS_NAMES.length * 2 + 2);
    const logs = new Map<ProcessName, string>();
    for (const name of PROCESS_NAMES) {
      const child = inImage([entryOf(serviceOf(name))], environment(name, ports, urls));
      for (const stream of [child.stdout, child.stderr]) {
        stream?.on('data', (chunk: Buffer) => logs.set(name, `${logs.get(name) ?? ''}${chunk}`));
      }
      running.push(child);
    }
    for (const [index, name] of PROCESS_NAMES.entries()) {
      await untilReady(name, ports[PROCESS_NAMES.length + index] ?? 0, () => logs.get(name) ?? '');
      say(`${name} is ready.`);
    }
    const page = await fetch(`http://localhost:${ports.at(-1)}/`, { headers: { 'user-agent': 'Mozilla/5.0' } });
    const html = await page.text();
    if (page.status !== 200 || !html.includes('<title>Marquee')) throw new Error(`The page is ${page.status}: ${html}`);
    say('A page is served.');
    await prepareLoad(ports, urls);
    for (const child of running) child.kill('SIGTERM');
    const codes = await Promise.all(running.map(async (child) => child.exitCode ?? (await once(child, 'exit'))[0]));
    if (codes.some((code) => code !== 0)) throw new Error(`SIGTERM ended them with ${codes.join(', ')}`);
    say('SIGTERM ends each process.');
  } finally {
    for (const child of running) child.kill('SIGKILL');
    await postgres.stop();
  }
}

try {
  if (!built) buildRelease(build);
  const packages = readdirSync(join(release, 'node_modules')).length;
  say(
    `The release: ${sizeOf(release)}, of which node_modules ${sizeOf(join(release, 'node_modules'))} (${packages} folders).`,
  );
  await runAll();
  say('The image works.');
} finally {
  if (!process.env.KEEP) rmSync(dir, { recursive: true, force: true });
}

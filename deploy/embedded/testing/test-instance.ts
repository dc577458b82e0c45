import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { embeddedPostgresUrl } from '@marquee/data/embedded-postgres';
import { eventually } from '@marquee/testing/eventually';
import pg from 'pg';
import { type Child, readChildTable } from '../child-table.ts';
import { openDataDir } from '../data-dir.ts';
import { isAlive } from '../process-info.ts';

export const START_MS_MAX = 120_000;
export const TEST_MS_MAX = 300_000;
const main = fileURLToPath(new URL('../main.ts', import.meta.url));

export type TestInstance = {
  child: ChildProcess;
  dir: string;
  url: string;
  output(): string;
  exited: Promise<number | null>;
  /** SIGTERM, and its exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL of the process alone, as a crash would. */
  kill(): Promise<void>;
};

let folders: string[] = [];
let instances: TestInstance[] = [];

afterEach(async () => {
  await Promise.all(instances.splice(0).map((instance) => instance.stop()));
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
}, TEST_MS_MAX);

/** A folder that goes with the test. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'marquee-start-'));
  folders = [...folders, folder];
  return folder;
}

/** What `npm start` runs (or npm itself), without the demo catalogue by default. */
export function launch(
  dir: string,
  env: Record<string, string> = {},
  [program = '', ...args]: string[] = [process.execPath, main],
): TestInstance {
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PORT: '0', SEED: '0', ...env, DATA_DIR: dir },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
    });
  }
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const end = (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    return exited;
  };
  const instance: TestInstance = {
    child,
    dir,
    url: '',
    output: () => output,
    exited,
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
  };
  instances = [...instances, instance];
  return instance;
}

/** Launches it and waits for what it prints last. */
export async function start(dir: string, env?: Record<string, string>, command?: string[]): Promise<TestInstance> {
  const instance = launch(dir, env, command);
  await eventually(() => instance.child.exitCode !== null || instance.output().includes('Data is in '), START_MS_MAX);
  const { exitCode } = instance.child;
  if (exitCode !== null) throw new Error(`It ended with ${exitCode}:\n${instance.output()}`);
  instance.url = /Marquee is at (\S+)/.exec(instance.output())?.[1] ?? '';
  return instance;
}

/** Works on a database of the instance on this folder. */
export async function withDatabase<T>(
  dir: string,
  work: (client: pg.Client) => Promise<T>,
  database: string = 'notification',
): Promise<T> {
  const client = new pg.Client({ connectionString: embeddedPostgresUrl(openDataDir(dir).socketDir, database) });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** The processes that the instance has running, PostgreSQL among them. */
export function children(dir: string): Child[] {
  return readChildTable(join(dir, 'children.jsonl')).filter(({ pid, startedAt }) => isAlive(pid, startedAt));
}

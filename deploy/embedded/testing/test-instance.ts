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
  /** Sends SIGTERM and returns the exit code. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL to the process alone, like a crash. */
  kill(): Promise<void>;
};

let folders: string[] = [];
let instances: TestInstance[] = [];

/** Stops all instances that run and removes their folders: after each test, or after all that share one. */
export async function removeInstances(): Promise<void> {
  await Promise.all(instances.splice(0).map((instance) => instance.stop()));
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
}

/** A folder of its own, until `removeInstances`. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'marquee-start-'));
  folders = [...folders, folder];
  return folder;
}

/** The command of `npm start` (or npm itself), by default without the demo catalogue. */
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

/** Starts an instance and waits for the last line that it prints. */
export async function start(dir: string, env?: Record<string, string>, command?: string[]): Promise<TestInstance> {
  const instance = launch(dir, env, command);
  await eventually(() => instance.child.exitCode !== null || instance.output().includes('Data is in '), START_MS_MAX);
  const { exitCode } = instance.child;
  if (exitCode !== null) throw new Error(`It ended with ${exitCode}:\n${instance.output()}`);
  instance.url = /Marquee is at (\S+)/.exec(instance.output())?.[1] ?? '';
  return instance;
}

/** Connects to a database of the instance on this folder. */
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

/** The running children of the instance, including PostgreSQL. */
export function children(dir: string): Child[] {
  return readChildTable(join(dir, 'children.jsonl')).filter(({ pid, startedAt }) => isAlive(pid, startedAt));
}

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { cpuSeconds, type ProcessMemory } from '@marquee/runtime/bench/process-tree';
import { freePort } from '@marquee/runtime/free-ports';

const root = join(import.meta.dirname, '..');
const START_MS_MAX = 600_000;
const POLL_MS = 10;

export type Instance = {
  pid: number;
  url: string;
  /** Time from the command to the first page. */
  startMs: number;
  /** CPU used until then by all processes of the instance. */
  startCpuS: number;
  stop(): Promise<void>;
};

/** Runs work with a temporary folder, which is deleted afterwards. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'marquee-bench-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** `npm start` on a folder, without the demo catalogue unless SEED says so. */
export const startProduct = (dataDir: string, env: Record<string, string> = {}) =>
  launch('npm', ['start'], dataDir, env);

/** Whether a process is the Node process of the product, without npm and its shell. */
export const isProduct = ({ command }: ProcessMemory): boolean =>
  command.includes('deploy/embedded/main.ts') && !/^(\S*\/)?(sh|bash|npm)\b/.test(command);

/** The baseline: PostgreSQL with default settings and a bare node:http server that queries it. */
export const startBare = (dataDir: string) =>
  launch(process.execPath, [join(import.meta.dirname, 'bare-instance.ts')], dataDir);

async function launch(
  program: string,
  args: string[],
  dataDir: string,
  env: Record<string, string> = {},
): Promise<Instance> {
  const port = await freePort();
  const began = performance.now();
  const child = spawn(program, args, {
    cwd: root,
    // A process group, so that a signal also reaches npm's children, as Ctrl-C does.
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, SEED: '0', ...env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error' },
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = async () => {
    if (child.exitCode === null && child.pid) process.kill(-child.pid, 'SIGTERM');
    await ended;
    // npm does not wait for its children.
    while (isGroupAlive(child.pid)) await delay(POLL_MS);
  };
  try {
    await untilPage(port, child);
  } catch (error) {
    await stop();
    throw error;
  }
  const [startMs, pid] = [performance.now() - began, child.pid ?? 0];
  return { pid, url: `http://localhost:${port}`, startMs, startCpuS: cpuSeconds(pid), stop };
}

function isGroupAlive(pid = 0): boolean {
  try {
    return pid > 0 && process.kill(-pid, 0);
  } catch {
    return false;
  }
}

async function untilPage(port: number, child: ChildProcess): Promise<void> {
  const giveUp = performance.now() + START_MS_MAX;
  while ((await statusOf(port)) !== 200) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode} before its first page`);
    if (performance.now() > giveUp) throw new Error(`no page came within ${START_MS_MAX} ms`);
    await delay(POLL_MS);
  }
}

function statusOf(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const headers = { host: `localhost:${port}`, 'user-agent': 'Mozilla/5.0' };
    get({ host: '127.0.0.1', port, path: '/', headers, agent: false }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode));
    }).once('error', () => resolve(undefined));
  });
}

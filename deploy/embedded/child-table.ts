import type { ChildProcess } from 'node:child_process';
import diagnostics from 'node:diagnostics_channel';
import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@marquee/runtime/log';
import { isAlive, processInfo } from './process-info.ts';

export type Child = { pid: number; startedAt: string; command: string };

const END_TIMEOUT_MS = 5_000;
const POLL_MS = 20;
const LINES_MAX = 2_000;
const COMMAND_CHARACTERS_MAX = 300;

/**
 * Records every running child of this process in a file, so that the next start finds those that a kill -9 left behind.
 * Node announces the children, so none has to register.
 */
export function keepChildTable(path: string): { close(): void } {
  const running = new Map<number, Child>();
  let lines = 0;
  const append = (line: object) => {
    if (++lines > LINES_MAX) {
      writeWhole(path, [...running.values()]);
      lines = running.size;
    } else appendFileSync(path, `${JSON.stringify(line)}\n`, { mode: 0o600 });
  };
  const onChild = (message: unknown) => {
    const { process: child } = message as { process: ChildProcess };
    child.once('spawn', () => {
      const { pid } = child;
      const info = pid === undefined ? undefined : processInfo(pid);
      if (pid === undefined || !info) return;
      const command = child.spawnargs.join(' ').slice(0, COMMAND_CHARACTERS_MAX);
      const entry = { pid, startedAt: info.startedAt, command };
      running.set(pid, entry);
      append(entry);
      child.once('exit', () => {
        running.delete(pid);
        append({ pid, startedAt: info.startedAt, ended: true });
      });
    });
  };
  writeWhole(path, []);
  diagnostics.subscribe('child_process', onChild);
  return { close: () => diagnostics.unsubscribe('child_process', onChild) };
}

/** The children that a table records as running. */
export function readChildTable(path: string): Child[] {
  if (!existsSync(path)) return [];
  const running = new Map<string, Child>();
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const entry = parse(line);
    if (!entry) continue;
    const name = `${entry.pid} ${entry.startedAt}`;
    if (entry.ended) running.delete(name);
    else running.set(name, entry);
  }
  return [...running.values()];
}

/** Kills those of the children that still run, each with its process group. */
export async function endChildren(children: readonly Child[], log: Logger): Promise<void> {
  for (const { pid, startedAt, command } of children) {
    const info = processInfo(pid);
    if (info?.startedAt !== startedAt) continue;
    log.warn({ pid, program: basename(command.split(' ')[0] ?? '') }, 'ending a process that a crash left behind');
    kill(info.leadsGroup ? -pid : pid);
    const end = performance.now() + END_TIMEOUT_MS;
    while (isAlive(pid, startedAt)) {
      if (performance.now() > end) throw new Error(`The process ${pid} of an earlier run does not end: ${command}`);
      await delay(POLL_MS);
    }
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function writeWhole(path: string, children: readonly Child[]): void {
  writeFileSync(`${path}.new`, children.map((child) => `${JSON.stringify(child)}\n`).join(''), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

// A killed process may have written part of the last line.
function parse(line: string): (Child & { ended?: boolean }) | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

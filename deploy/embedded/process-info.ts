import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

export type ProcessInfo = {
  /** Together with the pid this identifies one process; a pid alone may be reused. */
  startedAt: string;
  /** Whether the process leads a process group. */
  leadsGroup: boolean;
};

/** What the operating system reports of a process; undefined when it does not exist. */
export function processInfo(pid: number): ProcessInfo | undefined {
  try {
    return existsSync('/proc/self/stat') ? fromProc(pid) : fromPs(pid);
  } catch {
    return undefined;
  }
}

let bootId: string | undefined;

function fromProc(pid: number): ProcessInfo | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in parentheses may hold anything; the fields after it are numbers.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, , group] = fields;
  const ticks = fields[19];
  if (state === 'Z' || state === 'X') return undefined;
  bootId ??= readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  return { startedAt: `${bootId}/${ticks}`, leadsGroup: Number(group) === pid };
}

function fromPs(pid: number): ProcessInfo | undefined {
  const output = execFileSync('ps', ['-o', 'pgid=,lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  const [, group, startedAt] = /^(\d+)\s+(.*)$/.exec(output) ?? [];
  if (!startedAt) return undefined;
  return { startedAt, leadsGroup: Number(group) === pid };
}

/** True while this process runs. */
export function isAlive(pid: number, startedAt: string): boolean {
  return processInfo(pid)?.startedAt === startedAt;
}

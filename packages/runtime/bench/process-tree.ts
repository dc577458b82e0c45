import { readdirSync, readFileSync } from 'node:fs';

/** Linux's clock ticks per second on all platforms of Node. */
const TICKS_PER_SECOND = 100;

export type ProcessMemory = { pid: number; command: string; pssBytes: number };

/** A process and its descendants, each with its proportional set size. */
export function processTree(rootPid: number): ProcessMemory[] {
  return pidsBelow(rootPid).flatMap(memoryOf);
}

/** CPU seconds of a process and its descendants, including those that have ended. */
export function cpuSeconds(rootPid: number): number {
  const ticks = pidsBelow(rootPid).flatMap((pid) => statOf(pid)?.slice(11, 15).map(Number) ?? []);
  return ticks.reduce((sum, count) => sum + count, 0) / TICKS_PER_SECOND;
}

function pidsBelow(rootPid: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    const parent = Number(statOf(pid)?.[1] ?? Number.NaN);
    if (!Number.isNaN(parent)) children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const below = (pid: number): number[] => [pid, ...(children.get(pid) ?? []).flatMap(below)];
  return below(rootPid);
}

/** The fields from the state on; the name before it, in parentheses, may contain anything. */
function statOf(pid: number): string[] | undefined {
  const stat = read(`/proc/${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function memoryOf(pid: number): ProcessMemory[] {
  const kilobytes = /^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`) ?? '')?.[1];
  if (kilobytes === undefined) return [];
  const command = (read(`/proc/${pid}/cmdline`) ?? '').replaceAll('\0', ' ').trim();
  return [{ pid, command, pssBytes: Number(kilobytes) * 1024 }];
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The process has ended.
    return undefined;
  }
}

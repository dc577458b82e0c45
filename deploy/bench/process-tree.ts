import { readdirSync, readFileSync } from 'node:fs';

export type ProcessMemory = { pid: number; command: string; pssBytes: number };

/** A process and all that it has started, with what each weighs when shared pages are divided among their users. */
export function processTree(rootPid: number): ProcessMemory[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    const parent = parentOf(pid);
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const below = (pid: number): number[] => [pid, ...(children.get(pid) ?? []).flatMap(below)];
  return below(rootPid).flatMap(memoryOf);
}

function parentOf(pid: number): number | undefined {
  const stat = read(`/proc/${pid}/stat`);
  // The name in parentheses may hold anything; the state and the parent follow it.
  return stat === undefined ? undefined : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
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
    // It has ended meanwhile.
    return undefined;
  }
}

import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { createInterface } from 'node:readline';

export type ChildLimits = { timeoutMs: number; memoryBytes: number };

export type ChildOptions = {
  limits: ChildLimits;
  signal?: AbortSignal;
  /** Where it runs, and where it puts temporary files: the packager renames them into place, which needs one disk. */
  cwd?: string;
  onLine?: (line: string) => void;
  /** Lines of stderr. */
  onErrorLine?: (line: string) => void;
  onStarted?: ChildStarted;
};

/** Called for each child with the id of its process group. What it returns is called when the child has ended. */
export type ChildStarted = (child: { pid: number; command: string }) => () => void;

export type ChildFailure = 'EXIT' | 'TIMEOUT' | 'ABORTED' | 'SPAWN' | 'OUTPUT_TOO_LARGE';

export class ChildError extends Error {
  readonly failure: ChildFailure;
  readonly exitCode: number | undefined;
  readonly stderr: string;
  constructor(program: string, failure: ChildFailure, stderr: string, exitCode?: number, cause?: unknown) {
    const lastLines = stderr.trim().split('\n').slice(-3).join(' | ');
    super(`${program}: ${failure}${exitCode === undefined ? '' : ` ${exitCode}`}${lastLines ? `: ${lastLines}` : ''}`, {
      cause,
    });
    this.name = 'ChildError';
    this.failure = failure;
    this.exitCode = exitCode;
    this.stderr = stderr;
  }
}

const STDOUT_BYTES_MAX = 8 * 1024 * 1024;
const STDERR_TAIL_BYTES = 16 * 1024;
const KILL_AFTER_MS = 2000;
const ENVIRONMENT = { HOME: '/nonexistent', LANG: 'C.UTF-8', MALLOC_ARENA_MAX: '4' };
const NICENESS = '10';

// The limit on memory counts addresses, not pages: fewer malloc arenas keep the two near each other.
// prlimit and setpriv are Linux's; elsewhere the child runs with the limits that its shell can set.
const LAUNCHER = `ulimit -v "$1" 2>/dev/null; shift; ulimit -c 0
if command -v setpriv >/dev/null 2>&1; then exec nice -n ${NICENESS} setpriv --pdeathsig KILL "$@"; fi
exec nice -n ${NICENESS} "$@"`;

/**
 * Runs a program in its own process group, nice, with limits on time and memory, and ends the whole group on a
 * timeout, an abort or too much output. On Linux the child dies with this process, even if that one is killed.
 */
export async function runChild(program: string, args: string[], options: ChildOptions) {
  const { limits, signal } = options;
  if (signal?.aborted) throw new ChildError(program, 'ABORTED', '');
  const memoryKb = String(Math.floor(limits.memoryBytes / 1024));
  const child = spawn('/bin/sh', ['-c', LAUNCHER, 'sh', memoryKb, program, ...args], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: options.cwd,
    env: { ...ENVIRONMENT, PATH: process.env.PATH, ...(options.cwd ? { TMPDIR: options.cwd } : {}) },
  });
  const forget = child.pid ? options.onStarted?.({ pid: child.pid, command: program }) : undefined;
  let failure: ChildFailure | undefined;
  const end = (reason: ChildFailure) => {
    failure ??= reason;
    killGroup(child);
  };
  const onAbort = () => end('ABORTED');
  signal?.addEventListener('abort', onAbort, { once: true });
  const timer = setTimeout(() => end('TIMEOUT'), limits.timeoutMs);
  const output = collect(child, options, () => end('OUTPUT_TOO_LARGE'));
  try {
    const code = await exited(child, program);
    if (failure) throw new ChildError(program, failure, output.stderr());
    if (code !== 0) throw new ChildError(program, 'EXIT', output.stderr(), code);
    return { stdout: output.stdout(), stderr: output.stderr() };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    forget?.();
  }
}

function collect(child: ChildProcess, { onLine, onErrorLine }: ChildOptions, onTooMuch: () => void) {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let stderr = '';
  if (onLine && child.stdout) createInterface({ input: child.stdout }).on('line', onLine);
  else {
    child.stdout?.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > STDOUT_BYTES_MAX) onTooMuch();
      else chunks.push(chunk);
    });
  }
  if (onErrorLine && child.stderr) createInterface({ input: child.stderr }).on('line', onErrorLine);
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString('utf8')).slice(-STDERR_TAIL_BYTES);
  });
  return { stdout: () => Buffer.concat(chunks).toString('utf8'), stderr: () => stderr };
}

function exited(child: ChildProcess, program: string): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new ChildError(program, 'SPAWN', '', undefined, error)));
    child.once('close', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
}

function killGroup(child: ChildProcess): void {
  const { pid } = child;
  if (!pid) return;
  signalGroup(pid, 'SIGTERM');
  const force = setTimeout(() => signalGroup(pid, 'SIGKILL'), KILL_AFTER_MS);
  child.once('close', () => clearTimeout(force));
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // The group has ended by itself.
  }
}

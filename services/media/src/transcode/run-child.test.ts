import { getEventListeners } from 'node:events';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@marquee/testing/eventually';
import { type ChildOptions, runChild } from './run-child.ts';

const limits = { timeoutMs: 60_000, memoryBytes: 2 ** 31 };
const shell = (script: string, options: Partial<ChildOptions> = {}) =>
  runChild('sh', ['-c', script], { limits, ...options });
const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
const isThere = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('a child that ends well gives what it wrote', async () => {
  expect(await shell('echo out; echo err >&2')).toEqual({ stdout: 'out\n', stderr: 'err\n' });
});

test('a child that fails gives its code and its last words', async () => {
  const failed = shell('for n in 1 2 3 4; do echo $n >&2; done; exit 3');
  await expect(failed).rejects.toMatchObject({ failure: 'EXIT', exitCode: 3, message: 'sh: EXIT 3: 2 | 3 | 4' });
  await expect(shell('exit 4')).rejects.toMatchObject({ message: 'sh: EXIT 4' });
});

test('a signal is a code as a shell says it', async () => {
  await expect(shell('kill -KILL $$')).rejects.toMatchObject({ failure: 'EXIT', exitCode: 128 + 9 });
});

test('of the errors that a child writes, the last 16 KiB are kept', async () => {
  const { stderr } = await shell('head -c 20000 /dev/zero | tr "\\0" x >&2; echo end >&2');
  expect([stderr.length, stderr.slice(-5)]).toEqual([16 * 1024, 'xend\n']);
});

test('a child that takes too long, too much memory or does not exist is an error with its kind', async () => {
  const short = { timeoutMs: 200, memoryBytes: 2 ** 31 };
  await expect(runChild('sleep', ['30'], { limits: short })).rejects.toMatchObject({ failure: 'TIMEOUT' });
  const hungry = runChild('dd', ['if=/dev/zero', 'of=/dev/null', 'bs=1000000000', 'count=1'], {
    limits: { timeoutMs: 60_000, memoryBytes: 64 * 1024 * 1024 },
  });
  await expect(hungry).rejects.toMatchObject({ failure: 'EXIT' });
  await expect(runChild('/no/such/program', [], { limits })).rejects.toMatchObject({ failure: 'EXIT', exitCode: 127 });
  const nowhere = runChild('true', [], { limits, cwd: '/no/such/folder' });
  await expect(nowhere).rejects.toMatchObject({ failure: 'SPAWN', exitCode: undefined });
});

test('8 MiB of output are taken, and more ends the child', async () => {
  const { stdout } = await shell(`head -c ${8 * 1024 * 1024} /dev/zero`);
  expect(stdout).toHaveLength(8 * 1024 * 1024);
  await expect(shell('cat /dev/zero')).rejects.toMatchObject({ failure: 'OUTPUT_TOO_LARGE' });
});

test('who asks for lines gets each, however much they are together', async () => {
  const lines: string[] = [];
  const { stdout } = await shell('yes 0123456789abcdef | head -n 600000', { onLine: (line) => lines.push(line) });
  expect([stdout, lines.length, new Set(lines)]).toEqual(['', 600_000, new Set(['0123456789abcdef'])]);
});

test('an abort ends the child and all that it started, also what ignores a polite signal', async () => {
  const abort = new AbortController();
  let started = 0;
  const running = shell(`trap '' TERM; sleep 60 & echo $!; wait; sleep 60`, {
    signal: abort.signal,
    onLine: (line) => {
      started = Number(line);
      abort.abort();
    },
  });
  await expect(running).rejects.toMatchObject({ failure: 'ABORTED' });
  expect(started).toBeGreaterThan(0);
  await eventually(() => !isThere(started));
});

test('where it was aborted before, no child is started', async () => {
  const onStarted = () => {
    throw new Error('a child was started');
  };
  const early = shell('true', { signal: AbortSignal.abort(), onStarted });
  await expect(early).rejects.toMatchObject({ failure: 'ABORTED' });
});

test('each child is reported with its process, until it has ended', async () => {
  const reported: unknown[] = [];
  const onStarted: ChildOptions['onStarted'] = ({ pid, command }) => {
    reported.push(command, isThere(pid));
    return () => reported.push('ended');
  };
  await shell('true', { onStarted });
  await expect(shell('exit 1', { onStarted })).rejects.toThrow();
  expect(reported).toEqual(['sh', true, 'ended', 'sh', true, 'ended']);
});

test('nothing of a child stays behind: no timer, and no listener of the signal', async () => {
  const { signal } = new AbortController();
  const before = timers();
  await shell('true', { signal });
  await expect(shell('exit 1', { signal })).rejects.toThrow();
  await expect(shell('sleep 60', { signal, limits: { ...limits, timeoutMs: 100 } })).rejects.toThrow('TIMEOUT');
  expect([timers(), getEventListeners(signal, 'abort').length]).toEqual([before, 0]);
});

test('a child runs nice, writes no core, and knows nothing of the service but its path', async () => {
  const niceness = Math.min(19, getPriority() + 10);
  expect((await shell('nice; ulimit -c')).stdout).toBe(`${niceness}\n0\n`);
  process.env.CHILD_SECRET = 'secret';
  const { stdout } = await runChild('env', [], { limits });
  delete process.env.CHILD_SECRET;
  const names = stdout.split('\n').map((line) => line.split('=', 1)[0]);
  expect(names).toEqual(expect.arrayContaining(['PATH', 'HOME', 'LANG']));
  expect(names).not.toContain('CHILD_SECRET');
  expect(names).not.toContain('TMPDIR');
});

test('a child that has a folder runs there, and puts temporary files there', async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'child-')));
  const { stdout } = await shell('pwd; echo $TMPDIR', { cwd: folder });
  await rm(folder, { recursive: true });
  expect(stdout).toBe(`${folder}\n${folder}\n`);
});

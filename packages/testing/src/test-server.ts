import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { atEnd } from './cleanup.ts';
import { eventually } from './eventually.ts';

export type TestServer = {
  /** Kills it, like a power cut. */
  stop(): Promise<void>;
  /** Starts it (again), with the same command; resolves once it serves. */
  start(): Promise<void>;
  /** Stops the process: connections stay open without answers. */
  pause(): void;
  resume(): void;
};

// On Linux the kernel ends it when the run is killed.
const ENDS_WITH_US = process.platform === 'linux' ? ['setpriv', '--pdeathsig', 'KILL'] : [];

/** A real server as a child process, which ends with the test file, and with the run even when that is killed. */
export function testServer(options: {
  command: string[];
  env?: Record<string, string | undefined>;
  /** Called until it returns true. */
  isServing(): Promise<boolean>;
  startMs?: number;
  /** A file descriptor for its output. */
  output?: number;
}): TestServer {
  let child: ChildProcess | undefined;
  const stop = async () => {
    const running = child;
    child = undefined;
    if (!running || running.exitCode !== null) return;
    const exited = once(running, 'exit');
    running.kill('SIGKILL');
    await exited;
  };
  // Ends the server when the run ends early.
  const killAtExit = () => child?.kill('SIGKILL');
  process.once('exit', killAtExit);
  atEnd(async () => {
    process.off('exit', killAtExit);
    await stop();
  });
  return {
    stop,
    async start() {
      const [program = '', ...parameters] = [...ENDS_WITH_US, ...options.command];
      const output = options.output ?? 'ignore';
      child = spawn(program, parameters, { stdio: ['ignore', output, output], env: options.env });
      await eventually(options.isServing, options.startMs);
    },
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
  };
}

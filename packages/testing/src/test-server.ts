import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { atEnd } from './cleanup.ts';
import { eventually } from './eventually.ts';

export type TestServer = {
  /** Kills it, as a power cut does. */
  stop(): Promise<void>;
  /** Starts it (again), with the same command; resolves once it serves. */
  start(): Promise<void>;
  /** Holds it still: connections stand, and nobody answers. */
  pause(): void;
  resume(): void;
};

// Linux ends it even when the run is killed and cannot.
const ENDS_WITH_US = process.platform === 'linux' ? ['setpriv', '--pdeathsig', 'KILL'] : [];

/** A real server as a child process, which ends with the test file and with the run, however that ends. */
export function testServer(options: {
  command: string[];
  env?: Record<string, string | undefined>;
  /** Asked until it says yes. */
  isServing(): Promise<boolean>;
  startMs?: number;
  /** A descriptor of a file that takes what it prints. */
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
  // When the run itself ends early, so does its server.
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

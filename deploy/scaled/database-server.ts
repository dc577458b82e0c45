import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type EmbeddedPostgresOptions, startEmbeddedPostgres } from '@marquee/data/embedded-postgres';
import { eventually } from '@marquee/testing/eventually';

const run = promisify(execFile);

/** A PostgreSQL that tests can make fail. */
export type DatabaseServer = {
  url(database: string): string;
  /** The pid of its first process while it runs. */
  pid(): number | undefined;
  /** Kills all its processes, like a power cut. Committed data exists after `start`. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Stops all its processes: connections stay open without answers. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
};

export async function startDatabaseServer(options: EmbeddedPostgresOptions): Promise<DatabaseServer> {
  let server = await startEmbeddedPostgres(options);
  let isRunning = true;
  // The postmaster first: it would restart the others.
  const processes = async () => [server.pid, ...(await childrenOf(server.pid))];
  const signal = async (name: NodeJS.Signals) => {
    for (const pid of await processes()) send(pid, name);
  };
  return {
    url: (database) => server.url(database),
    pid: () => (isRunning ? server.pid : undefined),
    async kill() {
      const ending = await processes();
      for (const pid of ending) send(pid, 'SIGKILL');
      await server.ended;
      isRunning = false;
      await eventually(() => !ending.some((pid) => send(pid, 0)));
    },
    async start() {
      server = await startEmbeddedPostgres(options);
      isRunning = true;
    },
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    async stop() {
      isRunning = false;
      await server.stop();
    },
  };
}

async function childrenOf(pid: number): Promise<number[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=']);
  const rows = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  return rows.flatMap(([child = 0, parent]) => (parent === pid ? [child] : []));
}

/** Returns false when there is no such process. */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

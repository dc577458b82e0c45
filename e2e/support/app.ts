import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

export const APP_LOG = 'e2e-app.log';

export type App = {
  url: string;
  dataDir: string;
  pid: number;
  /** SIGTERM, and waits for the end. */
  stop(): Promise<number | null>;
  /** SIGKILL of the process itself, as a crash would. */
  kill(): Promise<void>;
};

/**
 * Starts the product as `npm start` does and waits until it answers. It trusts one proxy in front, so that journeys can
 * come from addresses of their own and do not use up each other's rate limits.
 */
export async function startApp(options: { dataDir: string; port: number; env?: Record<string, string> }): Promise<App> {
  const { dataDir, port } = options;
  // The name that mails and cookies carry: a session belongs to a host name.
  const url = options.env?.PUBLIC_URL ?? `http://localhost:${port}`;
  await mkdir(dataDir, { recursive: true });
  const log = createWriteStream(join(dataDir, APP_LOG), { flags: 'a' });
  const child = spawn(join(root, 'node_modules/.bin/node'), ['deploy/embedded/main.ts'], {
    cwd: root,
    env: { ...ownEnvironment(), PORT: String(port), DATA_DIR: dataDir, TRUSTED_PROXIES: '1', ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.pipe(log);
  child.stderr.pipe(log);
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  await untilReady(url, child);
  return {
    url,
    dataDir,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM');
      return ended;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Node compiles once what all sites and commands of the journeys load: a command of staff takes half of its CPU. */
export const COMPILED = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled') };

/** The environment for a site of the test's own: without the variables that name the databases of a scaled site. */
export function ownEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, LANG } = process.env;
  return { PATH, HOME, TMPDIR, LANG, ...COMPILED };
}

/** The first start builds both apps, beside all that a run of the tests begins with. */
const START_TIMEOUT_MS = 10 * 60_000;

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const giveUp = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the product ended with ${child.exitCode}; see e2e-app.log`);
    const ready = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return;
    if (Date.now() > giveUp) throw new Error(`the product did not become ready within ${START_TIMEOUT_MS} ms`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

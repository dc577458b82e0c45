import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, mkdir, mkdtemp, rmdir, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { BoundCheck, StartCheck } from './start-checks.ts';

const run = promisify(execFile);
const ANSWER_MS_MAX = 10_000;
const ADDRESS_PATIENCE_MS = 30_000;
const ADDRESS_RETRY_MS = 1_000;
const CONNECT_MS_MAX = 2_000;

/** The folder that a setting names can be made and written. */
export function folderCheck<Name extends string>(setting: Name): StartCheck<Record<Name, string>> {
  return { setting, ifWrong: 'wait', check: (config) => makeFolder(config[setting]) };
}

/**
 * Makes a folder that can be written, with those above it. Node's own `recursive` never ends where a file system refuses
 * new folders as if the one above were missing, such as /proc.
 *
 * @throws Error that names the folder
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await makeMissing(resolve(path));
    // Rights alone do not show a file system that is read-only, or full.
    await rmdir(await mkdtemp(join(path, '.check-')));
  } catch (error) {
    throw new Error(`the folder ${path} cannot be made or written (${codeOf(error)})`);
  }
}

async function makeMissing(path: string): Promise<void> {
  const known = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (known?.isDirectory()) return;
  if (!known) await makeMissing(dirname(path));
  await mkdir(path).catch((error: NodeJS.ErrnoException) => {
    // Another process may have made it meanwhile; a file of that name is in the way.
    if (error.code !== 'EEXIST' || known) throw error;
  });
}

/** The file that a setting names can be read. */
export function fileCheck<Config>(setting: string, pathOf: (config: Config) => string | undefined): StartCheck<Config> {
  return {
    setting,
    ifWrong: 'end',
    async check(config) {
      const path = pathOf(config);
      if (path === undefined) return;
      await access(path, constants.R_OK).catch((error: unknown) => {
        throw new Error(`${path} cannot be read (${codeOf(error)})`);
      });
    },
  };
}

/** A check that needs nothing but the configuration. */
export type ProgramCheck<Config> = Omit<StartCheck<Config>, 'check'> & { check(config: Config): Promise<void> };

/** The program that a setting names, or that is found in its place, runs and is the one that it should be. */
export function programCheck<Config>(
  setting: string,
  options: { programOf(config: Config): string; args: readonly string[]; says: RegExp },
): ProgramCheck<Config> {
  const { programOf, args, says } = options;
  return {
    setting,
    ifWrong: 'end',
    async check(config) {
      const program = programOf(config);
      const { stdout } = await run(program, args, { timeout: ANSWER_MS_MAX }).catch((error: unknown) => {
        throw new Error(`${program} cannot be run (${codeOf(error)})`);
      });
      if (!says.test(stdout)) throw new Error(`${program} is another program`);
    },
  };
}

/**
 * Somebody listens at an address. Services of one site start in any order, so that it is given `patienceMs` before it is
 * called wrong; afterwards it is not checked again, since its callers report when it cannot be reached.
 */
export function addressCheck(setting: string, address: string, patienceMs = ADDRESS_PATIENCE_MS): BoundCheck {
  const { hostname, port, protocol } = new URL(address.includes('://') ? address : `tcp://${address}`);
  const target = { host: hostname, port: Number(port || (protocol === 'https:' ? 443 : 80)) };
  return {
    setting,
    ifWrong: 'warn',
    async check() {
      const deadline = performance.now() + patienceMs;
      for (;;) {
        const problem = await connectTo(target);
        if (!problem) return;
        if (performance.now() >= deadline)
          throw new Error(`nobody answers at ${target.host}:${target.port} (${problem})`);
        await delay(ADDRESS_RETRY_MS, undefined, { ref: false });
      }
    },
  };
}

/** Resolves to what keeps a connection from being made. */
function connectTo(target: { host: string; port: number }): Promise<string | undefined> {
  return new Promise((settle) => {
    const socket = connect({ ...target, timeout: CONNECT_MS_MAX });
    const end = (problem?: string) => {
      socket.destroy();
      settle(problem);
    };
    socket.once('connect', () => end());
    socket.once('timeout', () => end('no answer in time'));
    socket.once('error', (error) => end(codeOf(error)));
  });
}

type Failure = { code?: string | number; signal?: string; message?: string };

function codeOf(error: unknown): string {
  const { code, signal, message } = error as Failure;
  if (typeof code === 'number') return `exit code ${code}`;
  return code ?? signal ?? message ?? 'unknown';
}

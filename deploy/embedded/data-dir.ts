import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The folders and files of one instance. */
export type DataDir = {
  root: string;
  postgres: string;
  /** Of PostgreSQL. The path of a socket has 107 bytes at most: for a long DATA_DIR it is in the temporary folder. */
  socketDir: string;
  postgresLog: string;
  log: string;
  blobs: string;
  uploads: string;
  scratch: string;
  keys: string;
  children: string;
};

const SOCKET_PATH_BYTES_MAX = 85;

/** Creates the folder, accessible to its owner only. */
export function openDataDir(path: string): DataDir {
  mkdirSync(resolve(path), { recursive: true });
  const root = realpathSync(path);
  const inside = join(root, 'run');
  const name = createHash('sha256').update(root).digest('hex').slice(0, 16);
  const dir: DataDir = {
    root,
    postgres: join(root, 'postgres'),
    socketDir: Buffer.byteLength(inside) <= SOCKET_PATH_BYTES_MAX ? inside : join(tmpdir(), `marquee-${name}`),
    postgresLog: join(root, 'postgres.log'),
    log: join(root, 'marquee.log'),
    blobs: join(root, 'blobs'),
    uploads: join(root, 'uploads'),
    scratch: join(root, 'scratch'),
    keys: join(root, 'keys.json'),
    children: join(root, 'children.jsonl'),
  };
  for (const folder of [dir.blobs, dir.uploads, dir.scratch]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  return dir;
}

/** Thrown when another process uses the folder. */
export class DataDirInUseError extends Error {
  constructor(root: string, holder: string) {
    super(`${root} is in use by another process${holder && ` (${holder})`}. Stop it, or set another DATA_DIR.`);
    this.name = 'DataDirInUseError';
  }
}

/**
 * Locks the folder for this process. The kernel holds the lock (SQLite acquires it on every system), so it ends with the
 * process in any case. @throws DataDirInUseError
 */
export function lockDataDir(dir: DataDir): { release(): void } {
  const holderFile = join(dir.root, 'lock.pid');
  const path = join(dir.root, 'lock');
  const lock = new DatabaseSync(path);
  chmodSync(path, 0o600);
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY)
      throw new DataDirInUseError(dir.root, read(holderFile));
    throw error;
  }
  writeFileSync(holderFile, `pid ${process.pid}`, { mode: 0o600 });
  return { release: () => lock.close() };
}

const SQLITE_BUSY = 5;

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

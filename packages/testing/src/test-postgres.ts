import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@marquee/data/embedded-postgres';

const CONNECTIONS = 200;
const FOLDER = 'marquee-test-';
const MEMORY_DIR = '/dev/shm';
/** Several times what a run needs: its log, templates, and the databases of the files that run. */
const MEMORY_FREE_MIN_BYTES = 2 * 1024 ** 3;

/** One PostgreSQL for the whole run. Its data is discarded, so it does not wait for the disk, and nothing is vacuumed by default. */
export async function startTestPostgres({ autovacuum = false } = {}): Promise<{
  url: string;
  pid: number;
  stop(): Promise<void>;
}> {
  const dir = await mkdtemp(join(await dataRoot(), `${FOLDER}${process.pid}-`));
  const postgres = await startEmbeddedPostgres({
    dataDir: join(dir, 'data'),
    socketDir: join(dir, 'run'),
    logFile: join(dir, 'postgres.log'),
    settings: {
      max_connections: CONNECTIONS,
      shared_buffers: '64MB',
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      autovacuum: autovacuum ? 'on' : 'off',
      max_wal_size: '256MB',
    },
  });
  return {
    url: postgres.url('postgres'),
    pid: postgres.pid,
    stop: async () => {
      await postgres.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Memory where there is enough of it: a clone of a database is some thousand small files. */
async function dataRoot(): Promise<string> {
  const memory = await statfs(MEMORY_DIR).catch(() => undefined);
  if (!memory || memory.bavail * memory.bsize < MEMORY_FREE_MIN_BYTES) return tmpdir();
  await removeLeftovers();
  return MEMORY_DIR;
}

/** A run that was killed leaves its folder, which would hold its memory until the machine restarts. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(MEMORY_DIR)) {
    const pid = name.startsWith(FOLDER) ? Number.parseInt(name.slice(FOLDER.length), 10) : 0;
    if (pid === 0 || isAlive(pid)) continue;
    // What another user left stays.
    await rm(join(MEMORY_DIR, name), { recursive: true, force: true }).catch(() => {});
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

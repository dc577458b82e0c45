import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@marquee/data/embedded-postgres';

const CONNECTIONS = 200;

/** One PostgreSQL for the whole run. Its data is discarded, so it does not wait for the disk. */
export async function startTestPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), 'marquee-test-'));
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
      autovacuum: 'off',
      max_wal_size: '256MB',
    },
  });
  return {
    url: postgres.url('postgres'),
    stop: async () => {
      await postgres.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

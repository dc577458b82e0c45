// Random operations on a ledger in a PostgreSQL of its own, compared with a model of it: a million, or as many as are
// named, with a seed: `node packages/ledger/bench/random-operations.ts 1000000 20261123`.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@marquee/data/database';
import { startEmbeddedPostgres } from '@marquee/data/embedded-postgres';
import { dataMigrations, migrate } from '@marquee/data/migrations';
import { createLogger } from '@marquee/runtime/log';
import { ledgerInvariants } from '../src/invariants.ts';
import { ledgerMigrations } from '../src/sources.ts';
import { randomOperations } from '../src/testing/random-operations.ts';

const [count = 1_000_000, seed = 20_261_123] = process.argv.slice(2).map(Number);
const log = createLogger({ service: 'bench', level: 'error', destination: process.stderr });
const dir = await mkdtemp(join(tmpdir(), 'marquee-ledger-'));
const postgres = await startEmbeddedPostgres({
  dataDir: join(dir, 'data'),
  socketDir: join(dir, 'run'),
  logFile: join(dir, 'postgres.log'),
  settings: { max_connections: 30, synchronous_commit: 'off' },
});
try {
  const url = postgres.url('postgres');
  await migrate({ url, dirs: [dataMigrations, ledgerMigrations], log });
  const db = openDatabase({ url, log, applicationName: 'ledger' });
  const startedAt = performance.now();
  const tally = await randomOperations(db, { seed, count, atOnce: 8 });
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  const violations = (await Promise.all(ledgerInvariants.map(({ check }) => check(db.query)))).flat();
  await db.close();
  console.log(JSON.stringify({ seed, count, seconds, ...tally, violations }));
  if (violations.length > 0) process.exitCode = 1;
} finally {
  await postgres.stop();
  await rm(dir, { recursive: true, force: true });
}

// Random operations on a ledger in a PostgreSQL of its own, compared with a model of it: a million, or as many as are
// named, with a seed: `node packages/ledger/bench/random-operations.ts 1000000 20261123`.
import { openDatabase } from '@marquee/data/database';
import { dataMigrations, migrate } from '@marquee/data/migrations';
import { createLogger } from '@marquee/runtime/log';
import { startTestPostgres } from '@marquee/testing/test-postgres';
import { ledgerInvariants } from '../src/invariants.ts';
import { ledgerMigrations } from '../src/sources.ts';
import { randomOperations } from '../src/testing/random-operations.ts';

const [count = 1_000_000, seed = 20_261_123] = process.argv.slice(2).map(Number);
const log = createLogger({ service: 'bench', level: 'error', destination: process.stderr });
const postgres = await startTestPostgres({ autovacuum: true });
try {
  const { url } = postgres;
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
}

import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type Database, openDatabase } from '@marquee/data/database';
import { type MigrationSource, migrate } from '@marquee/data/migrations';
import pg from 'pg';
import { atEnd } from './cleanup.ts';
import { migrationsDir, sourcesOf } from './service-sources.ts';
import { silentLog } from './silent-log.ts';

export type TestDatabase = Database & { url: string };

const TEMPLATE_LOCK_ID = 6_277_103;

/**
 * A database of the service (or of the package tables alone, or of the bus), cloned from a template that is migrated
 * once a run. It is dropped at the end of the test file.
 */
export async function testDatabase(service: string): Promise<TestDatabase> {
  const url = await testDatabaseUrl(service, sourcesOf(service));
  const db = openDatabase({ url, log: silentLog, applicationName: `test ${service}` });
  atEnd(() => db.close());
  return { ...db, url };
}

/** The address of a fresh clone, for what opens its own connections. */
export async function testDatabaseUrl(
  name: string,
  sources: readonly MigrationSource[] = sourcesOf(name),
): Promise<string> {
  const database = `test_${name}_${randomBytes(6).toString('hex')}`;
  await asAdmin(async (admin) => {
    const template = await templateFor(admin, name, sources);
    await admin.query(`CREATE DATABASE ${database} TEMPLATE ${template} STRATEGY FILE_COPY`);
  });
  atEnd(() => asAdmin((admin) => admin.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`)));
  return databaseUrl(database);
}

/** An empty database, for tests of migrations. */
export async function emptyDatabaseUrl(): Promise<string> {
  return testDatabaseUrl('empty', []);
}

/** A service's database as it was before a migration of its own (by the start of its file's name), for a test of it. */
export async function databaseBefore(
  service: string,
  migration: string,
): Promise<Database & { migrate(): Promise<unknown> }> {
  const url = await emptyDatabaseUrl();
  const dir = await mkdtemp(join(tmpdir(), 'migrations-'));
  atEnd(() => rm(dir, { recursive: true }));
  const isBefore = (path: string) => !path.endsWith('.sql') || basename(path) < migration;
  await cp(migrationsDir(service), dir, { recursive: true, filter: isBefore });
  const all = sourcesOf(service);
  const dirs = all.map((source) => (source.dir === migrationsDir(service) ? { ...source, dir } : source));
  await migrate({ url, dirs, log: silentLog });
  const db = openDatabase({ url, log: silentLog, applicationName: 'test' });
  atEnd(() => db.close());
  return { ...db, migrate: () => migrate({ url, dirs: all, log: silentLog }) };
}

async function templateFor(admin: pg.Client, name: string, sources: readonly MigrationSource[]): Promise<string> {
  const template = `template_${name}_${await fingerprint(sources)}`;
  await admin.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK_ID]);
  const { rowCount } = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [template]);
  if (rowCount === 0) {
    const unfinished = `${template}_new`;
    await admin.query(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`);
    await admin.query(`CREATE DATABASE ${unfinished}`);
    await migrate({ url: databaseUrl(unfinished), dirs: sources, log: silentLog });
    await admin.query(`ALTER DATABASE ${unfinished} RENAME TO ${template}`);
  }
  return template;
}

async function fingerprint(sources: readonly MigrationSource[]): Promise<string> {
  const hash = createHash('sha256');
  for (const { name, dir } of sources) {
    if (!existsSync(dir)) continue;
    for (const file of (await readdir(dir)).sort()) {
      hash.update(`${name}/${file}\0`).update(await readFile(join(dir, file)));
    }
  }
  return hash.digest('hex').slice(0, 12);
}

async function asAdmin<T>(work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: adminUrl() });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

function databaseUrl(database: string): string {
  const url = new URL(adminUrl());
  url.pathname = `/${database}`;
  return url.href;
}

function adminUrl(): string {
  const url = process.env.TEST_POSTGRES_URL;
  if (!url) throw new Error('The test run has no PostgreSQL: jest.config.mjs starts it for the project node.');
  return url;
}

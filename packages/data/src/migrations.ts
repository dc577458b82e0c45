import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Logger } from '@marquee/runtime/log';
import { type MigrationBuilder, runner } from 'node-pg-migrate';
import pg from 'pg';
import type { Database } from './database.ts';

/**
 * One source of plain, numbered SQL files. Each source has its own table of what was applied, so that a package and a
 * service can both start at 0001.
 */
export type MigrationSource = { name: string; dir: string };

export type MigrateOptions = {
  url: string;
  /** The service's own files, or several sources in their order. */
  dir?: string;
  dirs?: readonly MigrationSource[];
  log: Logger;
  /** How long a file is retried while another session holds a lock on its table; two minutes by default. */
  lockedMsMax?: number;
};

/** What every service's database holds before its own tables. */
export const dataMigrations: MigrationSource = { name: 'data', dir: fileURLToPath(new URL('../sql', import.meta.url)) };

/** The sources of a service: the packages' tables first, then its own. */
export function serviceMigrations(dir: string, packages: readonly MigrationSource[]): MigrationSource[] {
  return [dataMigrations, ...packages, { name: 'service', dir }];
}

// One number for all: only one migrator works on a database at a time, whatever it applies.
const LOCK_ID = 6_277_101;
const NO_TRANSACTION = /^--\s*no-transaction\s*$/m;
const CONNECT_TIMEOUT_MS = 10_000;
// Statements queue behind one that waits for a table lock: while a migration waits for a dump, the site would wait too.
const LOCK_TIMEOUT_MS = 3_000;
const LOCK_PAUSE_MS = 2_000;
const LOCKED_MS_MAX = 120_000;
const LOCK_NOT_AVAILABLE = '55P03';
const SILENT = { debug() {}, info() {}, warn() {} };

/**
 * Applies what is missing, forward only, on one dedicated connection that holds a session lock: a second migrator
 * waits and then finds nothing to do, and the lock goes with its connection, so a killed migrator blocks nobody. Each
 * file runs in a transaction of its own, together with its mark; a file with a line `-- no-transaction` holds one
 * statement that may be run twice (`… IF NOT EXISTS`), because its mark is written after it; what a killed run has
 * left of its index is dropped before. A file waits three seconds for a table that another session has locked, lets the
 * statements behind it run, and is retried.
 * @returns the names of the files applied, as source/name; after such a wait, of those since.
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const { log, lockedMsMax = LOCKED_MS_MAX } = options;
  let held = { file: '', since: 0 };
  for (;;) {
    let file = '';
    try {
      return await applyMissing(options, (path) => {
        file = path;
      });
    } catch (err) {
      if ((err as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw err;
      const now = performance.now();
      if (held.file !== file) {
        held = { file, since: now };
        log.warn({ err, file: basename(file) }, 'a migration waits for a table that another session has locked');
      }
      if (now - held.since >= lockedMsMax) throw err;
      await delay(LOCK_PAUSE_MS);
    }
  }
}

type OnFile = (path: string) => void;

async function applyMissing({ url, dir, dirs, log }: MigrateOptions, onFile: OnFile): Promise<string[]> {
  const sources = dirs ?? (dir ? [{ name: 'service', dir }] : []);
  const client = new pg.Client({
    connectionString: url,
    application_name: 'migrate',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // A query that runs reports the lost connection; between queries nobody else would hear it.
  client.on('error', (error) => log.warn({ err: error }, 'the connection of the migration was lost'));
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK_ID]);
    const applied: string[] = [];
    for (const source of sources) applied.push(...(await applySource(client, source, log, onFile)));
    return applied;
  } finally {
    await client.end();
  }
}

async function applySource(client: pg.Client, source: MigrationSource, log: Logger, onFile: OnFile): Promise<string[]> {
  if (!existsSync(source.dir)) return [];
  const ran = await runner({
    dbClient: client,
    dir: source.dir,
    direction: 'up',
    migrationsTable: tableOf(source),
    noLock: true,
    checkOrder: true,
    singleTransaction: false,
    migrationLoaderStrategies: [{ extensions: ['.sql'], loader: (paths) => loadPlainSql(paths, onFile) }],
    // Its error names the statement that failed; the rest is for debugging the library.
    logger: { ...SILENT, error: (message) => log.error({ migration: source.name }, message) },
  });
  for (const { name } of ran) log.info({ migration: `${source.name}/${name}` }, 'migration applied');
  return ran.map(({ name }) => `${source.name}/${name}`);
}

// An index whose build was killed stays, is never used, and is enough for IF NOT EXISTS.
const UNFINISHED = `
  SELECT format('%I.%I', n.nspname, c.relname) AS name
  FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE NOT i.indisvalid AND c.relkind = 'i' AND n.nspname = current_schema() AND strpos($1, c.relname) > 0`;

/** The indexes of a file that an earlier run has begun to build and not finished, quoted. */
function unfinishedIndexes({ db }: MigrationBuilder, sql: string): Promise<{ name: string }[]> {
  return db.select(UNFINISHED, [sql]);
}

async function loadPlainSql(filePaths: string[], onFile: OnFile) {
  return Promise.all(
    filePaths.map(async (path) => {
      const sql = await readFile(path, 'utf8');
      const up = async (pgm: MigrationBuilder) => {
        onFile(path);
        // What builds an index beside the work waits for every transaction there is, and must not leave half of one.
        if (NO_TRANSACTION.test(sql)) {
          pgm.noTransaction();
          for (const { name } of await unfinishedIndexes(pgm, sql))
            pgm.sql(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
        } else pgm.sql(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
        pgm.sql(sql);
      };
      const actions = { up, down: false as const };
      return { id: path, filePaths: [path], actions };
    }),
  );
}

export type SchemaState =
  | { state: 'ready' }
  | { state: 'too old'; missing: string[]; message: string }
  | { state: 'too new'; unknown: string[]; message: string };

/**
 * Compares what a database has with what this build has; it changes nothing. A scaled process is not ready, with
 * this message, until the state is 'ready'.
 */
export async function checkSchema({
  db,
  dir,
  dirs,
}: {
  db: Pick<Database, 'query'>;
  dir?: string;
  dirs?: readonly MigrationSource[];
}): Promise<SchemaState> {
  const missing: string[] = [];
  const unknown: string[] = [];
  for (const source of dirs ?? (dir ? [{ name: 'service', dir }] : [])) {
    const files = await migrationNames(source.dir);
    const applied = await appliedNames(db, source);
    missing.push(...files.filter((name) => !applied.includes(name)).map((name) => `${source.name}/${name}`));
    unknown.push(...applied.filter((name) => !files.includes(name)).map((name) => `${source.name}/${name}`));
  }
  // What lacks something is of no use, whatever else it has; what only has more may be.
  if (missing.length > 0) {
    const message = `The database is older than this build: run the migrations ${missing.join(', ')}.`;
    return { state: 'too old', missing, message };
  }
  if (unknown.length > 0) {
    const message = `The database is newer than this build: it does not know ${unknown.join(', ')}.`;
    return { state: 'too new', unknown, message };
  }
  return { state: 'ready' };
}

async function migrationNames(dir: string): Promise<string[]> {
  if (!existsSync(dir)) return [];
  const files = await readdir(dir);
  return files.filter((file) => file.endsWith('.sql')).map((file) => basename(join(dir, file), '.sql'));
}

async function appliedNames(db: Pick<Database, 'query'>, source: MigrationSource): Promise<string[]> {
  const table = tableOf(source);
  const [found] = await db.query<{ exists: boolean }>('SELECT to_regclass($1) IS NOT NULL AS exists', [table]);
  if (!found?.exists) return [];
  const rows = await db.query<{ name: string }>(`SELECT name FROM ${table} ORDER BY id`);
  return rows.map(({ name }) => name);
}

function tableOf(source: MigrationSource): string {
  return `migrations_${source.name}`;
}

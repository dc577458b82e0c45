import { readFileSync, rmSync } from 'node:fs';
import { readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { POOL_CONNECTIONS } from '@marquee/data/database';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@marquee/data/embedded-postgres';
import { migrate } from '@marquee/data/migrations';
import { BUS_CONNECTIONS } from '@marquee/events/postgres-log-bus';
import type { Logger } from '@marquee/runtime/log';
import pg from 'pg';
import { busDatabase, type DatabaseSource } from '../databases.ts';
import type { DataDir } from './data-dir.ts';
import { isAlive, processInfo } from './process-info.ts';

/** Besides the pool: the relay, migrations, the staff command and a person with psql. */
const RELAY_CONNECTIONS = 1;
const SPARE_CONNECTIONS = 8;
const connectionsFor = (databases: number) =>
  databases * (POOL_CONNECTIONS + RELAY_CONNECTIONS) + BUS_CONNECTIONS + SPARE_CONNECTIONS;
/** PostgreSQL starts before the services are loaded and counted; each allowed connection costs 20 kB. */
const CONNECTIONS_MAX = 120;

const STOP_TIMEOUT_MS = 15_000;
const POLL_MS = 20;

/** Small, for one person on one machine. Settings of durability stay at their defaults. */
const SETTINGS = {
  max_connections: CONNECTIONS_MAX,
  superuser_reserved_connections: 2,
  shared_buffers: '24MB',
  work_mem: '2MB',
  maintenance_work_mem: '16MB',
  wal_buffers: '512kB',
  wal_level: 'minimal',
  max_wal_senders: 0,
  min_wal_size: '32MB',
  max_wal_size: '256MB',
  // Worker processes that read ahead cost memory, and save little time here.
  io_method: 'sync',
  max_worker_processes: 2,
  max_parallel_workers: 0,
  max_parallel_workers_per_gather: 0,
  max_logical_replication_workers: 0,
  autovacuum_max_workers: 1,
  autovacuum_worker_slots: 1,
  jit: 'off',
  client_connection_check_interval: '10s',
  log_checkpoints: 'off',
};

/** Starts the PostgreSQL of the folder, with a migrated database for each service and the bus. */
export async function startDatabases(
  dir: DataDir,
  log: Logger,
  ofServices: Promise<readonly DatabaseSource[]>,
): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({
    dataDir: dir.postgres,
    socketDir: dir.socketDir,
    logFile: dir.postgresLog,
    settings: SETTINGS,
  });
  try {
    const databases = [...(await ofServices), busDatabase];
    const areNew = await createDatabases(server.url('postgres'), databases);
    await Promise.all(databases.map(({ name, sources }) => migrate({ url: server.url(name), dirs: sources, log })));
    if (areNew) checkpointSoon(server.url('postgres'), log);
    return server;
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Returns whether any was created. */
async function createDatabases(url: string, databases: readonly DatabaseSource[]): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await checkConnections(client, connectionsFor(databases.length));
    const { rows } = await client.query<{ datname: string }>('SELECT datname FROM pg_database');
    const existing = new Set(rows.map(({ datname }) => datname));
    const missing = databases.filter(({ name }) => !existing.has(name));
    for (const { name } of missing) await client.query(`CREATE DATABASE ${name}`);
    return missing.length > 0;
  } finally {
    await client.end();
  }
}

// New databases are over a thousand files. They are written to the disk now, in the background, so that the first stop
// does not have to wait for them.
function checkpointSoon(url: string, log: Logger): void {
  const client = new pg.Client({ connectionString: url, application_name: 'checkpoint' });
  client.on('error', () => {});
  client
    .connect()
    .then(() => client.query('CHECKPOINT'))
    .then(() => client.end())
    // A server that is stopping writes them itself.
    .catch((err: unknown) => log.debug({ err }, 'the new databases could not be written to the disk at once'));
}

async function checkConnections(client: pg.Client, needed: number): Promise<void> {
  const { rows } = await client.query<{ max_connections: string }>('SHOW max_connections');
  const max = Number(rows[0]?.max_connections);
  if (max >= needed) return;
  throw new Error(`PostgreSQL allows ${max} connections; the pools of all services need ${needed}.`);
}

/**
 * Stops a PostgreSQL that an earlier run left behind on these files, by a fast shutdown, which rolls back transactions.
 * Removes a pid file whose process has ended, or whose pid belongs to another program.
 */
export async function endLeftPostgres(dir: DataDir, log: Logger): Promise<void> {
  const pidFile = join(dir.postgres, 'postmaster.pid');
  const pid = readPid(pidFile);
  if (pid === undefined) return;
  const info = processInfo(pid);
  if (!info || !(await worksIn(pid, dir.postgres))) {
    rmSync(pidFile, { force: true });
    return;
  }
  log.warn({ pid }, 'stopping a PostgreSQL that a crash left behind');
  process.kill(pid, 'SIGINT');
  const end = performance.now() + STOP_TIMEOUT_MS;
  while (isAlive(pid, info.startedAt)) {
    // An immediate shutdown; the next start recovers from the log.
    if (performance.now() > end) process.kill(pid, 'SIGQUIT');
    await delay(POLL_MS);
  }
}

function readPid(pidFile: string): number | undefined {
  try {
    const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
    return Number.isInteger(pid) && pid > 1 ? pid : undefined;
  } catch {
    return undefined;
  }
}

// The working directory of PostgreSQL is its data folder. Systems other than Linux do not show it: there the pid file decides.
async function worksIn(pid: number, folder: string): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === folder;
}

import type { EmbeddedPostgres } from '@marquee/data/embedded-postgres';
import { ConfigError } from '@marquee/runtime/config';
import type { Logger } from '@marquee/runtime/log';
import type { Shutdown } from '@marquee/runtime/shutdown';
import type { Service } from '@marquee/service/define-service';
import { makeFolder } from '@marquee/service/setting-checks';
import { databasesOf } from '../databases.ts';
import type { StoredKeys } from '../keys/make-keys.ts';
import { endChildren, keepChildTable, readChildTable } from './child-table.ts';
import type { EmbeddedConfig } from './config.ts';
import { type DataDir, lockDataDir, openDataDir } from './data-dir.ts';
import { endLeftPostgres, startDatabases } from './database-server.ts';
import { loadKeys } from './keys.ts';
import { type Log, openLog } from './log.ts';

/** What services need to start: a locked folder, its keys, and migrated databases. */
export type Instance = { dir: DataDir; log: Log; keys: StoredKeys; databases: EmbeddedPostgres };

/**
 * Opens the folder for this process alone and ends what an earlier run left behind. PostgreSQL starts while the services
 * are still being loaded.
 *
 * @throws DataDirInUseError, and ConfigError for a folder that cannot be made
 */
export async function openInstance(
  config: Pick<EmbeddedConfig, 'DATA_DIR' | 'LOG_LEVEL' | 'ERROR_REPORTING_DSN' | 'RELEASE'>,
  shutdown: Shutdown,
  loading: Promise<readonly Service[]>,
): Promise<Instance> {
  await makeFolder(config.DATA_DIR).catch((error: Error) => {
    throw new ConfigError(`DATA_DIR: ${error.message}`);
  });
  const dir = openDataDir(config.DATA_DIR);
  const lock = lockDataDir(dir);
  shutdown.onShutdown('lock', () => lock.release());
  const log = openLog(dir.log, config.LOG_LEVEL);
  const own = log.for('embedded');
  await reportErrors(config, own, shutdown);

  await endLeftPostgres(dir, own);
  await endChildren(readChildTable(dir.children), own);
  const table = keepChildTable(dir.children);
  shutdown.onShutdown('child table', () => table.close());

  const starting = startDatabases(dir, own, loading.then(databasesOf));
  let stopping = false;
  // Registered before the start has finished, so that a signal during it leaves nothing running.
  shutdown.onShutdown('databases', async () => {
    stopping = true;
    await starting.then(
      (databases) => databases.stop(),
      () => {},
    );
  });
  const databases = await starting;
  const keys = loadKeys(dir.keys, await loading);
  void databases.ended.then(() => {
    if (stopping) return;
    own.fatal({ file: dir.postgresLog }, 'PostgreSQL has ended; its log says why');
    process.stderr.write(`PostgreSQL has ended; ${dir.postgresLog} says why.\n`);
    process.kill(process.pid, 'SIGTERM');
  });
  return { dir, log, keys, databases };
}

async function reportErrors(
  { ERROR_REPORTING_DSN: dsn, RELEASE: release = 'embedded' }: Pick<EmbeddedConfig, 'ERROR_REPORTING_DSN' | 'RELEASE'>,
  log: Logger,
  shutdown: Shutdown,
): Promise<void> {
  if (!dsn) return;
  const { openErrorReports } = await import('@marquee/runtime/telemetry/open-error-reports');
  const reports = openErrorReports({ dsn, release, service: 'embedded', log });
  shutdown.onShutdown('error reports', () => reports.close());
}

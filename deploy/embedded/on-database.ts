import { embeddedPostgresUrl } from '@marquee/data/embedded-postgres';
import type { Logger } from '@marquee/runtime/log';
import { createShutdown } from '@marquee/runtime/shutdown';
import type { EmbeddedConfig } from './config.ts';
import { DataDirInUseError, openDataDir } from './data-dir.ts';
import { loadServices } from './load-services.ts';
import { openInstance } from './open-instance.ts';

/**
 * Runs a command on the database of a service of the instance in DATA_DIR: beside the instance while it runs, otherwise
 * with its PostgreSQL started for the command.
 */
export async function onDatabase<T>(
  config: Parameters<typeof openInstance>[0] & Pick<EmbeddedConfig, 'DATA_DIR'>,
  service: string,
  log: Logger,
  command: (url: string) => Promise<T>,
): Promise<T> {
  const shutdown = createShutdown(log);
  try {
    const { databases } = await openInstance(config, shutdown, loadServices());
    return await command(databases.url(service));
  } catch (error) {
    if (!(error instanceof DataDirInUseError)) throw error;
    return await command(embeddedPostgresUrl(openDataDir(config.DATA_DIR).socketDir, service));
  } finally {
    await shutdown.run();
  }
}

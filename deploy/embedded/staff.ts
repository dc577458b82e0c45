// `npm run staff`: uses the database at DATABASE_URL_IDENTITY (scaled), or else that of the embedded instance in DATA_DIR,
// whose PostgreSQL is started for the command when the instance is not running.
import { embeddedPostgresUrl } from '@marquee/data/embedded-postgres';
import { loadConfig } from '@marquee/runtime/config';
import { createShutdown } from '@marquee/runtime/shutdown';
import { z } from 'zod';
import { runStaffOn, type StaffCommand, sayWhatCame, staffCommandOf, staffLog } from '../staff/staff-command.ts';
import { embeddedConfigSchema } from './config.ts';
import { DataDirInUseError, openDataDir } from './data-dir.ts';
import { loadServices } from './load-services.ts';
import { openInstance } from './open-instance.ts';

const configSchema = embeddedConfigSchema.extend({
  DATABASE_URL_IDENTITY: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
});

async function runOnInstance(config: z.output<typeof configSchema>, command: StaffCommand): Promise<string> {
  const shutdown = createShutdown(staffLog);
  try {
    const { databases } = await openInstance(config, shutdown, loadServices());
    return await runStaffOn(databases.url('identity'), command);
  } catch (error) {
    if (!(error instanceof DataDirInUseError)) throw error;
    return await runStaffOn(embeddedPostgresUrl(openDataDir(config.DATA_DIR).socketDir, 'identity'), command);
  } finally {
    await shutdown.run();
  }
}

await sayWhatCame(async () => {
  const command = staffCommandOf(process.argv.slice(2));
  const config = loadConfig(configSchema, process.env);
  return config.DATABASE_URL_IDENTITY
    ? runStaffOn(config.DATABASE_URL_IDENTITY, command)
    : runOnInstance(config, command);
});

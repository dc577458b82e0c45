// `npm run staff`: works on the database that DATABASE_URL_IDENTITY names, as in the scaled form; otherwise on that of
// the instance in DATA_DIR, running, or started for a moment.
import { openDatabase } from '@marquee/data/database';
import { embeddedPostgresUrl } from '@marquee/data/embedded-postgres';
import { createOutbox } from '@marquee/events/outbox';
import { readStaffCommand, runStaffCommand, STAFF_USAGE } from '@marquee/identity/staff-cli';
import { systemClock } from '@marquee/runtime/clock';
import { loadConfig } from '@marquee/runtime/config';
import { DomainError } from '@marquee/runtime/errors';
import { createLogger } from '@marquee/runtime/log';
import { createShutdown } from '@marquee/runtime/shutdown';
import { memorySignals } from '@marquee/runtime/signals';
import { z } from 'zod';
import { embeddedConfigSchema } from './config.ts';
import { DataDirInUseError, openDataDir } from './data-dir.ts';
import { openInstance } from './open-instance.ts';

const configSchema = embeddedConfigSchema.extend({
  DATABASE_URL_IDENTITY: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
});
type StaffConfig = z.output<typeof configSchema>;

const log = createLogger({ service: 'staff', level: 'error', destination: process.stderr });

/** What may be left out on the command line. */
function withDefaults([command, email, ...rest]: string[]): string[] {
  const given = [command, email].filter((word) => word !== undefined);
  if (command === 'add' && rest.length < 2) return [...given, 'Marquee', 'Staff', ...rest];
  if (command === 'suspend' && rest.length === 0) return [...given, 'Suspended by staff'];
  return [...given, ...rest];
}

/** Runs the command; a running instance hears of it by its events. */
async function runOn(url: string, command: NonNullable<ReturnType<typeof readStaffCommand>>): Promise<string> {
  const db = openDatabase({ url, max: 2, log, applicationName: 'staff' });
  try {
    const outbox = createOutbox({ clock: systemClock });
    return await runStaffCommand({ db, outbox, clock: systemClock, signals: memorySignals() }, command);
  } finally {
    await db.close();
  }
}

async function run(config: StaffConfig, args: string[]): Promise<string> {
  const command = readStaffCommand(withDefaults(args));
  if (!command) throw new DomainError({ kind: 'INVALID', reason: 'USAGE', message: STAFF_USAGE });
  if (config.DATABASE_URL_IDENTITY) return runOn(config.DATABASE_URL_IDENTITY, command);
  const shutdown = createShutdown(log);
  try {
    const { databases } = await openInstance(config, shutdown);
    return await runOn(databases.url('identity'), command);
  } catch (error) {
    if (!(error instanceof DataDirInUseError)) throw error;
    return await runOn(embeddedPostgresUrl(openDataDir(config.DATA_DIR).socketDir, 'identity'), command);
  } finally {
    await shutdown.run();
  }
}

try {
  const said = await run(loadConfig(configSchema, process.env), process.argv.slice(2));
  process.stdout.write(`${said}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof DomainError ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}

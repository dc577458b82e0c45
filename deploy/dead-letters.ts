// `npm run dead-letters`: lists and replays events that services failed to handle. Works on the databases that
// DATABASE_URL_<SERVICE> name, or, where none is set, on those of the running instance in DATA_DIR.
import { openDatabase } from '@marquee/data/database';
import { embeddedPostgresUrl } from '@marquee/data/embedded-postgres';
import { DEAD_LETTERS_USAGE, readDeadLettersCommand, runDeadLettersCommand } from '@marquee/events/dead-letters-cli';
import { systemClock } from '@marquee/runtime/clock';
import { ConfigError, loadConfig } from '@marquee/runtime/config';
import { createLogger } from '@marquee/runtime/log';
import { databaseVariable } from '@marquee/service/process-config';
import { z } from 'zod';
import { databasesOf } from './databases.ts';
import { embeddedConfigSchema } from './embedded/config.ts';
import { openDataDir } from './embedded/data-dir.ts';
import { services } from './services.ts';

const log = createLogger({ service: 'dead-letters', level: 'error', destination: process.stderr });

const names = databasesOf(services).map(({ name }) => name);
const urlsSchema = z.object(Object.fromEntries(names.map((name) => [databaseVariable(name), z.string().optional()])));

/**
 * Where the databases of these services are.
 *
 * @throws ConfigError when only some are named: a replay would reach databases of two installations
 */
function readUrls(databases: readonly string[]): Map<string, string> {
  const named = loadConfig(urlsSchema, process.env) as Record<string, string | undefined>;
  if (Object.values(named).every((url) => url === undefined)) {
    const { DATA_DIR } = loadConfig(embeddedConfigSchema, process.env);
    const { socketDir } = openDataDir(DATA_DIR);
    return new Map(databases.map((name) => [name, embeddedPostgresUrl(socketDir, name)]));
  }
  const missing = databases.map(databaseVariable).filter((name) => !named[name]);
  if (missing.length > 0) throw new ConfigError(`${missing.join(', ')} must be set, as others of DATABASE_URL_* are`);
  return new Map(databases.map((name) => [name, named[databaseVariable(name)] ?? '']));
}

async function run(words: string[], say: (line: string) => void): Promise<void> {
  const command = readDeadLettersCommand(words);
  const asked = names.filter((name) => !command?.service || command.service === name);
  if (!command || asked.length === 0) {
    throw new Error(`${DEAD_LETTERS_USAGE}\nServices: ${names.join(', ')}`);
  }
  let said = 0;
  for (const [service, url] of readUrls(asked)) {
    const db = openDatabase({ url, max: 1, log, applicationName: 'dead-letters' });
    try {
      for (const line of await runDeadLettersCommand(db, command, systemClock)) {
        say(line);
        said += 1;
      }
    } catch (error) {
      const { message, cause } = error as Error;
      throw new Error(`The database of ${service}: ${cause instanceof Error ? cause.message : message}`, {
        cause: error,
      });
    } finally {
      await db.close();
    }
  }
  if (said === 0)
    say(
      command.key === undefined ? 'There are no dead letters.' : `There are no dead letters of the key ${command.key}.`,
    );
}

try {
  // Printed at once, so that it is shown even when the next database fails.
  await run(process.argv.slice(2), (line) => void process.stdout.write(`${line}\n`));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}

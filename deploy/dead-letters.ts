// `npm run dead-letters`: what services have set aside, and another try for it. Works on the databases that
// DATABASE_URL_<SERVICE> name, or on those of the running instance in DATA_DIR.
import { openDatabase } from '@marquee/data/database';
import { embeddedPostgresUrl } from '@marquee/data/embedded-postgres';
import { DEAD_LETTERS_USAGE, readDeadLettersCommand, runDeadLettersCommand } from '@marquee/events/dead-letters-cli';
import { systemClock } from '@marquee/runtime/clock';
import { loadConfig } from '@marquee/runtime/config';
import { createLogger } from '@marquee/runtime/log';
import { SERVICE_NAMES, type ServiceName } from '@marquee/runtime/platform';
import { z } from 'zod';
import { embeddedConfigSchema } from './embedded/config.ts';
import { openDataDir } from './embedded/data-dir.ts';

const log = createLogger({ service: 'dead-letters', level: 'error', destination: process.stderr });

function urlOf(service: ServiceName): string {
  const name = `DATABASE_URL_${service.toUpperCase()}`;
  const given = loadConfig(z.object({ [name]: z.string().optional() }), process.env)[name];
  if (given) return given;
  const { DATA_DIR } = loadConfig(embeddedConfigSchema, process.env);
  return embeddedPostgresUrl(openDataDir(DATA_DIR).socketDir, service);
}

async function run(words: string[]): Promise<string[]> {
  const command = readDeadLettersCommand(words);
  const services = SERVICE_NAMES.filter((name) => !command?.service || command.service === name);
  if (!command || services.length === 0) {
    throw new Error(`${DEAD_LETTERS_USAGE}\nServices: ${SERVICE_NAMES.join(', ')}`);
  }
  const lines: string[] = [];
  for (const service of services) {
    const db = openDatabase({ url: urlOf(service), max: 1, log, applicationName: 'dead-letters' });
    try {
      lines.push(...(await runDeadLettersCommand(db, command, systemClock)));
    } catch (error) {
      const { message, cause } = error as Error;
      throw new Error(`The database of ${service}: ${cause instanceof Error ? cause.message : message}`, {
        cause: error,
      });
    } finally {
      await db.close();
    }
  }
  return lines.length > 0 ? lines : ['Nothing is set aside.'];
}

try {
  process.stdout.write(`${(await run(process.argv.slice(2))).join('\n')}\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}

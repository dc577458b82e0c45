// Brings every database that the environment names (DATABASE_URL_<SERVICE>, DATABASE_URL_BUS) to this build's schema.
// Safe to repeat and to run in parallel. Waits for a database that is unavailable.
import { setTimeout as delay } from 'node:timers/promises';
import { migrate } from '@marquee/data/migrations';
import { ConfigError, loadConfig } from '@marquee/runtime/config';
import { createLogger, type Logger } from '@marquee/runtime/log';
import { databaseVariable } from '@marquee/service/process-config';
import { z } from 'zod';
import { busDatabase, type DatabaseSource, databasesOf } from '../databases.ts';
import { services } from '../services.ts';
import { isNotThereYet } from './not-there-yet.ts';

const RETRY_MS = 1_000;

const url = z.url({ protocol: /^postgres(ql)?$/ }).optional();
const databases = [...databasesOf(services), busDatabase];
const schema = z.object({
  ...Object.fromEntries(databases.map(({ name }) => [databaseVariable(name), url])),
  /** How long to wait for an unavailable database, in seconds. */
  MIGRATE_WAIT_S: z.coerce.number().int().min(0).max(3_600).default(60),
});

type Target = DatabaseSource & { url: string };

async function bringUp({ name, url: databaseUrl, sources }: Target, waitS: number, log: Logger): Promise<void> {
  const giveUp = performance.now() + waitS * 1_000;
  for (let said = false; ; said = true) {
    try {
      const applied = await migrate({ url: databaseUrl, dirs: sources, log });
      log.info({ database: name, applied: applied.length }, 'the database is up to date');
      return;
    } catch (err) {
      if (!isNotThereYet(err as object) || performance.now() > giveUp) throw err;
      if (!said) log.warn({ err, database: name }, 'the database is not available yet; waiting for it');
      await delay(RETRY_MS);
    }
  }
}

async function main(): Promise<number> {
  const config = loadConfig(schema, process.env);
  const values = config as Record<string, unknown>;
  const targets = databases
    .map((database) => ({ ...database, url: values[databaseVariable(database.name)] }))
    .filter((database): database is Target => typeof database.url === 'string');
  if (targets.length === 0)
    throw new ConfigError(`none of ${databases.map(({ name }) => databaseVariable(name)).join(', ')} is set`);
  const log = createLogger({ service: 'migrate' });
  let failed = 0;
  for (const target of targets) {
    await bringUp(target, config.MIGRATE_WAIT_S, log).catch((err: unknown) => {
      failed += 1;
      log.error({ err, database: target.name }, 'the database could not be migrated');
    });
  }
  return failed === 0 ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`Cannot migrate: ${error.message}\n`);
  process.exitCode = 1;
}

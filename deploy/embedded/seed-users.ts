// `npm run seed:users -- --count 1000000`: users of the embedded instance in DATA_DIR, for looking at long lists.
import { parseArgs } from 'node:util';
import { openDatabase } from '@marquee/data/database';
import { fillUsers } from '@marquee/identity/seed/fill-users';
import { loadConfig } from '@marquee/runtime/config';
import { DomainError } from '@marquee/runtime/errors';
import { createLogger } from '@marquee/runtime/log';
import { sayWhatCame } from '../staff/staff-command.ts';
import { embeddedConfigSchema } from './config.ts';
import { onDatabase } from './on-database.ts';

const USERS_MAX = 10_000_000;
const log = createLogger({ service: 'seed-users', level: 'error', destination: process.stderr });

await sayWhatCame(async () => {
  const { values } = parseArgs({ options: { count: { type: 'string', default: '' } } });
  const count = Number(values.count);
  if (!Number.isInteger(count) || count < 1 || count > USERS_MAX) {
    const message = `Usage: npm run seed:users -- --count N, with N from 1 to ${USERS_MAX}.`;
    throw new DomainError({ kind: 'INVALID', reason: 'USAGE', message });
  }
  const config = loadConfig(embeddedConfigSchema, process.env);
  return onDatabase(config, 'identity', log, async (url) => {
    const db = openDatabase({ url, max: 1, log, applicationName: 'seed-users' });
    try {
      const made = await fillUsers(db, count);
      return `${made} users were made, ${count - made} existed.`;
    } finally {
      await db.close();
    }
  });
});

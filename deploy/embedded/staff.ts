// `npm run staff`: uses the database at DATABASE_URL_IDENTITY (scaled), or else that of the embedded instance in DATA_DIR,
// whose PostgreSQL is started for the command when the instance is not running.
import { loadConfig } from '@marquee/runtime/config';
import { z } from 'zod';
import { runStaffOn, sayWhatCame, staffCommandOf, staffLog } from '../staff/staff-command.ts';
import { embeddedConfigSchema } from './config.ts';
import { onDatabase } from './on-database.ts';

const configSchema = embeddedConfigSchema.extend({
  DATABASE_URL_IDENTITY: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
});

await sayWhatCame(async () => {
  const command = staffCommandOf(process.argv.slice(2));
  const config = loadConfig(configSchema, process.env);
  return config.DATABASE_URL_IDENTITY
    ? runStaffOn(config.DATABASE_URL_IDENTITY, command)
    : onDatabase(config, 'identity', staffLog, (url) => runStaffOn(url, command));
});

// `node deploy/staff/main.ts`: adds staff, and suspends and reinstates accounts, in identity's database at
// DATABASE_URL_IDENTITY.
import { loadConfig } from '@marquee/runtime/config';
import { z } from 'zod';
import { runStaffOn, sayWhatCame, staffCommandOf } from './staff-command.ts';

const configSchema = z.object({ DATABASE_URL_IDENTITY: z.url({ protocol: /^postgres(ql)?$/ }) });

await sayWhatCame(async () => {
  const command = staffCommandOf(process.argv.slice(2));
  return runStaffOn(loadConfig(configSchema, process.env).DATABASE_URL_IDENTITY, command);
});

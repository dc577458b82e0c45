// The process `identity` of the scaled form.
import { runProcess } from '@marquee/service/run-process';
import { configSchema } from './config.ts';
import { migrations, startIdentity } from './service.ts';

await runProcess({
  name: 'identity',
  schema: configSchema,
  database: { service: 'identity', migrations },
  start: startIdentity,
});

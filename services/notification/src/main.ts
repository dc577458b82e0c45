// The process `notification` of the scaled form.
import { runProcess } from '@marquee/service/run-process';
import { configSchema } from './config.ts';
import { migrations, startNotification } from './service.ts';

await runProcess({
  name: 'notification',
  schema: configSchema,
  database: { service: 'notification', migrations },
  start: startNotification,
});

// The process `film` of the scaled form.
import { runProcess } from '@marquee/service/run-process';
import { filmConfigSchema } from './config.ts';
import { migrations, startFilm } from './service.ts';

await runProcess({
  name: 'film',
  schema: filmConfigSchema,
  database: { service: 'film', migrations },
  start: startFilm,
});

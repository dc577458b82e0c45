// The process `marketing` of a scaled site.
import { runProcess } from '@marquee/service/run-process';
import { marketing } from './service.ts';

await runProcess([marketing]);

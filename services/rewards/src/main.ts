// The process `rewards` of a scaled site.
import { runProcess } from '@marquee/service/run-process';
import { rewards } from './service.ts';

await runProcess([rewards]);

// The process `notification` of a scaled site.
import { runProcess } from '@marquee/service/run-process';
import { notification } from './service.ts';

await runProcess([notification]);

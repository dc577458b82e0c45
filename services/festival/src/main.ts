// The process `festival` of a scaled site.
import { runProcess } from '@marquee/service/run-process';
import { festival } from './service.ts';

await runProcess([festival]);

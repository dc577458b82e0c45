// The process `identity` of a scaled site.
import { runProcess } from '@marquee/service/run-process';
import { identity } from './service.ts';

await runProcess([identity]);

// The process `gateway` of a scaled site.
import { runProcess } from '@marquee/service/run-process';
import { gateway } from './service.ts';

await runProcess([gateway]);

// The process `film` of a scaled site.
import { runProcess } from '@marquee/service/run-process';
import { film } from './service.ts';

await runProcess([film]);

// The process `media` of a scaled site.
import { runProcess } from '@marquee/service/run-process';
import { media } from './service.ts';

await runProcess([media]);

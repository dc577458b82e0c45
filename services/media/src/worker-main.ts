// The process `media-worker` of a scaled site.
import { runProcess } from '@marquee/service/run-process';
import { mediaWorker } from './service.ts';

await runProcess([mediaWorker]);

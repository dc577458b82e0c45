// The process `guestbook`, which a test starts.
import { runProcess } from '@marquee/service/run-process';
import { guestbook } from './service.ts';

await runProcess([guestbook]);

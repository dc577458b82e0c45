import type { WorkLoopOptions } from '@marquee/data/work-loop';
import { workOf } from '@marquee/service/work';
import * as assets from '../assets/assets.ts';
import type { MediaResources, MediaWrite } from '../resources.ts';
import { isFull, isUnavailable } from '../storage/storage-trouble.ts';
import { type Checked, checkUpload, settleUpload, unreadable } from './check-upload.ts';
import { ScannerUnavailableError } from './malware-scanner.ts';

const RETRY_DELAYS_MS = [1_000, 10_000];

/** The loop that checks uploads. */
export function checkLoop(resources: MediaResources): WorkLoopOptions<assets.ClaimedCheck, Checked, MediaWrite> {
  return workOf(resources, {
    name: assets.CHECK_LOOP,
    table: assets.checks,
    run: (asset, { signal }) => checkUpload(resources, asset, signal),
    complete: settleUpload,
    isPassing: (error) => isUnavailable(error) || isFull(error) || error instanceof ScannerUnavailableError,
    retryDelaysMs: RETRY_DELAYS_MS,
    giveUp: (write, asset) => settleUpload(write, asset, unreadable(asset)),
  });
}

import { every } from '@marquee/data/every';
import { loopLevel } from '@marquee/data/sqlstate';
import { startWorkLoop, type WorkLoopOptions } from '@marquee/data/work-loop';
import { onWork } from '@marquee/data/work-notices';
import * as assets from './assets/assets.ts';
import * as garbage from './garbage.ts';
import type { MediaResources } from './resources.ts';
import { isAway, isFull } from './storage-trouble.ts';
import { sweepGarbage } from './sweep-garbage.ts';
import { failTranscode, runTranscode } from './transcode-queue/run-transcode.ts';
import * as transcodes from './transcode-queue/transcodes.ts';
import { checkUpload, refuseUnreadable } from './uploads/check-upload.ts';
import { sweepUploads } from './uploads/finish-upload.ts';

const SWEEP_MS = 15_000;
/** A transcode ends in an error after its third lost worker. `runTranscode` ends it at once on any other failure. */
const TRANSCODE_RETRY_DELAYS_MS = [0, 0];
const CHECK_RETRY_DELAYS_MS = [1_000, 10_000];

export type Workers = { close(): Promise<void> };

export function transcodeLoop(resources: MediaResources): WorkLoopOptions<transcodes.ClaimedTranscode> {
  const { db, config, log, clock } = resources;
  return {
    name: transcodes.TRANSCODE_LOOP,
    ...{ db, log, clock },
    table: transcodes.work,
    concurrency: config.TRANSCODES_AT_ONCE,
    run: (transcode, signals) => runTranscode(resources, transcode, signals),
    retryDelaysMs: TRANSCODE_RETRY_DELAYS_MS,
    giveUp: (transcode) => failTranscode(resources, transcode, 'WORKER_LOST'),
  };
}

export function checkLoop(resources: MediaResources): WorkLoopOptions<assets.ClaimedCheck> {
  const { db, log, clock } = resources;
  return {
    name: assets.CHECK_LOOP,
    ...{ db, log, clock },
    table: assets.checks,
    run: (asset, { signal }) => checkUpload(resources, asset, signal),
    isPassing: (error) => isAway(error) || isFull(error),
    retryDelaysMs: CHECK_RETRY_DELAYS_MS,
    giveUp: (asset) => refuseUnreadable(resources, asset),
  };
}

/** Makes transcodes. */
export function startTranscodes(resources: MediaResources): Workers {
  return startWorkLoop(transcodeLoop(resources));
}

/** Starts checks and sweeping, and transcodes where TRANSCODE_WORKER is 1. */
export function startWorkers(resources: MediaResources): Workers {
  const { db, config, log } = resources;
  const transcodes = config.TRANSCODE_WORKER === '1' ? startTranscodes(resources) : undefined;
  const checks = startWorkLoop(checkLoop(resources));
  const sweeping = every(SWEEP_MS, () => sweep(resources), { name: garbage.SWEEP, log });
  const stopListening = onWork(db, garbage.SWEEP, sweeping.wake, log);
  return {
    async close() {
      await Promise.all([transcodes?.close(), checks.close(), sweeping.close()]);
      await stopListening();
    },
  };
}

async function sweep(resources: MediaResources): Promise<void> {
  await sweepUploads(resources).catch((err: unknown) =>
    resources.log[loopLevel(err, 'error')]({ err }, 'uploads could not be swept'),
  );
  await sweepGarbage(resources);
}

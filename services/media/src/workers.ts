import { every } from '@marquee/data/every';
import { loopLevel } from '@marquee/data/sqlstate';
import { startWorkLoop } from '@marquee/data/work-loop';
import { onWork } from '@marquee/data/work-notices';
import * as pictures from './pictures/pictures.ts';
import { protectionLoop } from './protection/protection-loop.ts';
import { qualityLoop } from './quality/quality-loop.ts';
import type { MediaResources } from './resources.ts';
import * as garbage from './storage/garbage.ts';
import { sweepGarbage } from './storage/sweep-garbage.ts';
import { transcodeLoop } from './transcode-queue/transcode-loop.ts';
import { checkLoop } from './uploads/check-loop.ts';
import { sweepUploads } from './uploads/finish-upload.ts';

const SWEEP_MS = 15_000;
const PRUNED_MAX = 100;
export type Workers = { close(): Promise<void> };

/** Makes transcodes, encrypts them, and looks through videos again. */
export function startTranscodes(resources: MediaResources): Workers {
  const loops = [
    startWorkLoop(transcodeLoop(resources)),
    startWorkLoop(protectionLoop(resources)),
    startWorkLoop(qualityLoop(resources)),
  ];
  return {
    async close() {
      await Promise.all(loops.map((loop) => loop.close()));
    },
  };
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
  await resources.db.transaction((tx) => pictures.pruneNotShown(tx, PRUNED_MAX));
  await sweepGarbage(resources);
}

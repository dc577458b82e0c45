import { randomUUID } from 'node:crypto';
import { loopLevel } from '@marquee/data/sqlstate';
import * as assetStore from './assets/asset-store.ts';
import type { MediaResources } from './resources.ts';
import { isAway, isDatabaseTrouble, isFull, outlastingTheDatabase, pauseForStorage } from './storage-trouble.ts';
import { sweepGarbage } from './sweep-garbage.ts';
import { LEASE_S, runTranscode } from './transcode-queue/run-transcode.ts';
import * as transcodeStore from './transcode-queue/transcode-store.ts';
import { checkUpload } from './uploads/check-upload.ts';
import { sweepUploads } from './uploads/finish-upload.ts';
import { LeaseLostError, startWorkLoop, underLease, type WorkLoop } from './work-loop.ts';

const CHECKS_AT_ONCE = 1;
const RENEW_MS = 10_000;
const SWEEP_MS = 15_000;

export type Workers = { wake(): void; close(): Promise<void> };

/** Transcodes what waits, so many at once. */
export function startTranscodes(resources: MediaResources): Workers {
  const { db, config, log } = resources;
  const worker = randomUUID();
  return startWorkLoop({
    name: 'transcode',
    concurrency: config.TRANSCODES_AT_ONCE,
    log,
    claim: () => transcodeStore.claim(db, worker, LEASE_S),
    run: (transcode, signal) => runTranscode(resources, transcode, worker, signal),
  });
}

/** What media does by itself: checks and sweeping, and transcodes where the configuration says so. */
export function startWorkers(resources: MediaResources): Workers {
  const { db, config, log } = resources;
  const worker = randomUUID();
  const transcodes = config.TRANSCODE_WORKER === '1' ? startTranscodes(resources) : undefined;
  const checks = startWorkLoop({
    name: 'check',
    concurrency: CHECKS_AT_ONCE,
    log,
    claim: () => assetStore.claimCheck(db, worker, LEASE_S),
    run: (asset, signal) => runCheck(resources, asset, worker, signal),
  });
  const sweeping = startSweeping(resources);
  return {
    wake() {
      transcodes?.wake();
      checks.wake();
      sweeping.wake();
    },
    async close() {
      await Promise.all([transcodes?.close(), checks.close(), sweeping.close()]);
    },
  };
}

async function runCheck(resources: MediaResources, asset: assetStore.AssetRow, worker: string, signal: AbortSignal) {
  const renew = () => assetStore.renewCheck(resources.db, asset.id, worker, LEASE_S);
  try {
    await underLease({ renew, everyMs: RENEW_MS, leaseMs: LEASE_S * 1000, signal }, (leased) =>
      checkUpload(resources, asset, worker, leased),
    );
  } catch (error) {
    const isStorage = isAway(error) || isFull(error);
    const isPassing = isStorage || isDatabaseTrouble(error) || error instanceof LeaseLostError;
    if (!signal.aborted && !isPassing) throw error;
    const release = () => assetStore.releaseCheck(resources.db, asset.id, worker);
    await outlastingTheDatabase(release, signal, Number.POSITIVE_INFINITY);
    if (signal.aborted || !isStorage) return;
    resources.log.error(
      { err: error, assetId: asset.id },
      'a file waits to be checked until its storage is there again',
    );
    await pauseForStorage(signal);
  }
}

function startSweeping(resources: MediaResources): WorkLoop {
  const { log } = resources;
  const sweep = async () => {
    await sweepUploads(resources).catch((err: unknown) =>
      log[loopLevel(err, 'error')]({ err }, 'uploads could not be swept'),
    );
    await sweepGarbage(resources).catch((err: unknown) =>
      log[loopLevel(err, 'error')]({ err }, 'blobs could not be swept'),
    );
    return undefined;
  };
  const nothingMore = async () => {};
  return startWorkLoop({
    name: 'sweep',
    concurrency: 1,
    pollMs: SWEEP_MS,
    claim: sweep,
    run: nothingMore,
    log,
  });
}

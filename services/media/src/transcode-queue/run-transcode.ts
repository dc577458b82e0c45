import { loopLevel } from '@marquee/data/sqlstate';
import { transact } from '@marquee/service/use-case';
import { assetNotFound } from '../assets/asset-errors.ts';
import * as assets from '../assets/assets.ts';
import { type KeptPicture, keepPicture } from '../pictures/keep-picture.ts';
import type { MediaResources } from '../resources.ts';
import { blobLayout } from '../storage/blob-layout.ts';
import * as garbage from '../storage/garbage.ts';
import { outlastingTheStore } from '../storage/storage-trouble.ts';
import type { TranscodeOutput } from '../transcode/transcode-file.ts';
import { transcodeProgress } from './instruments.ts';
import { makeTranscode, type TranscodePort, transcodeJob } from './make-transcode.ts';
import { asBlobs } from './store-output.ts';
import type { ClaimedTranscode, TranscodeRow } from './transcodes.ts';
import * as transcodes from './transcodes.ts';

const PROGRESS_EVERY_MS = 1000;

/** What an attempt has made. Its renditions are stored as blobs. */
export type MadeTranscode = {
  output: Pick<TranscodeOutput, 'renditions' | 'audio' | 'quality'>;
  posters: KeptPicture[];
};

/** Makes the renditions, until the lease is lost or the transcode is cancelled. Progress is shown meanwhile. */
export async function runTranscode(
  resources: MediaResources,
  transcode: ClaimedTranscode,
  lease: AbortSignal,
): Promise<MadeTranscode> {
  const cancelled = new AbortController();
  const stopListening = resources.signals.subscribe(`transcode-cancelled:${transcode.id}`, () => cancelled.abort());
  let progress = 0;
  const report = reporter(resources, transcode, (percent) => {
    progress = percent;
  });
  const unwatch = transcodeProgress.watch(() => progress / 100);
  try {
    await discardEarlierAttempts(resources, transcode);
    const port = await localPort(resources, transcode);
    const signal = AbortSignal.any([lease, cancelled.signal]);
    const { SCRATCH_DIR } = resources.config;
    return await makeTranscode(port, { ...resources, scratchDir: SCRATCH_DIR, signal, report }, async (output) => ({
      output,
      posters: await keepPosters(resources, output, signal),
    }));
  } finally {
    stopListening();
    unwatch();
  }
}

/** The port of a worker in this process: the store and the queue are its own. */
async function localPort(resources: MediaResources, transcode: ClaimedTranscode): Promise<TranscodePort> {
  const asset = await assets.get(resources.db, transcode.assetId);
  if (!asset) throw assetNotFound();
  const prefix = blobLayout.renditions(asset.id, transcode.id, transcode.attempt);
  return {
    job: transcodeJob(resources.config, asset, transcode),
    source: (folder, signal) => resources.blobs.localCopy(blobLayout.master(asset.id), { folder, signal }),
    store: asBlobs(resources, prefix),
  };
}

/** Keeps stills as pictures; those that are too small for a poster are left out. */
export async function keepPosters(
  resources: Pick<MediaResources, 'db' | 'pictures' | 'blobs' | 'config'>,
  output: Pick<TranscodeOutput, 'posters'>,
  signal: AbortSignal,
) {
  const posters: KeptPicture[] = [];
  for (const path of output.posters) {
    const kept = await outlastingTheStore(() => keepPicture(resources, path, signal), signal);
    // Frames that are too small for a poster are no reason to fail.
    if (kept.ok) posters.push(kept.picture);
  }
  return posters;
}

/** Lists what earlier attempts may have stored as garbage. */
export async function discardEarlierAttempts(
  { db }: Pick<MediaResources, 'db'>,
  transcode: TranscodeRow,
): Promise<void> {
  for (let attempt = 1; attempt < transcode.attempt; attempt += 1) {
    const prefix = blobLayout.renditions(transcode.assetId, transcode.id, attempt);
    await garbage.discard(db, prefix, transcodes.LATE_WRITER_S);
  }
}

/** Writes progress to the row and signals open pages, at most once a second. */
function reporter(
  resources: MediaResources,
  transcode: ClaimedTranscode,
  note: (percent: number) => void,
): (percent: number) => void {
  let wroteAt = 0;
  return (percent) => {
    note(percent);
    if (performance.now() - wroteAt < PROGRESS_EVERY_MS) return;
    wroteAt = performance.now();
    writeProgress(resources, transcode, percent).catch((err: unknown) =>
      resources.log[loopLevel(err, 'warn')]({ err, transcodeId: transcode.id }, 'progress could not be written'),
    );
  };
}

function writeProgress(resources: MediaResources, transcode: ClaimedTranscode, percent: number): Promise<void> {
  return transact(resources, async ({ tx, touch }) => {
    // The asset first, as in every other transaction that locks both.
    const asset = await assets.lock(tx, transcode.assetId);
    if (asset && (await transcodes.progress(tx, transcode, percent)))
      touch('asset', await assets.update(tx, asset.id, {}));
  });
}

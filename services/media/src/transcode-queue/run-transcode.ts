import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { loopLevel } from '@marquee/data/sqlstate';
import { transact } from '@marquee/service/use-case';
import type { LocalCopy } from '@marquee/storage/blob-store';
import { assetNotFound } from '../assets/asset-errors.ts';
import * as assets from '../assets/assets.ts';
import { type KeptPicture, keepPicture } from '../pictures/keep-picture.ts';
import type { MediaResources } from '../resources.ts';
import { blobLayout } from '../storage/blob-layout.ts';
import * as garbage from '../storage/garbage.ts';
import { asFullDisk, outlastingTheStore } from '../storage/storage-trouble.ts';
import type { CheckedSource } from '../transcode/check-source.ts';
import { type TranscodeOutput, transcodeFile } from '../transcode/transcode-file.ts';
import { transcodeProgress } from './instruments.ts';
import { storeOutput } from './store-output.ts';
import type { ClaimedTranscode, TranscodeRow } from './transcodes.ts';
import * as transcodes from './transcodes.ts';

const PROGRESS_EVERY_MS = 1000;

/** What an attempt has made. Its renditions are stored as blobs. */
export type MadeTranscode = { output: TranscodeOutput; posters: KeptPicture[] };

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
    return await produce(resources, transcode, { signal: AbortSignal.any([lease, cancelled.signal]), report });
  } finally {
    stopListening();
    unwatch();
  }
}

type Running = {
  /** Aborted by a cancellation, with the lease, or with the process. */
  signal: AbortSignal;
  report: (percent: number) => void;
};

/** Makes the renditions and stores them as blobs. Leaves nothing on the disk. */
async function produce(
  resources: MediaResources,
  transcode: ClaimedTranscode,
  { signal, report }: Running,
): Promise<MadeTranscode> {
  const asset = await assets.get(resources.db, transcode.assetId);
  if (!asset) throw assetNotFound();
  const prefix = blobLayout.renditions(asset.id, transcode.id, transcode.attempt);
  const scratch = await mkdtemp(join(resources.config.SCRATCH_DIR, 'transcode-'));
  let master: LocalCopy | undefined;
  try {
    master = await resources.blobs.localCopy(blobLayout.master(asset.id), { folder: scratch, signal });
    const output = await transcodeFile(resources.tools, asset.source as CheckedSource, master.path, scratch, {
      mode: transcode.mode === 'fewest' ? 'fewest' : 'full',
      loudnessLufs: resources.config.LOUDNESS_TARGET_LUFS,
      signal,
      onProgress: report,
    });
    await storeOutput(resources, output.folder, prefix, signal);
    return { output, posters: await keepPosters(resources, output, signal) };
  } catch (error) {
    throw await asFullDisk(scratch, error);
  } finally {
    // The folder is emptied at the next start.
    const leave = (err: unknown) => resources.log.error({ err, scratch }, 'work files could not be removed');
    await master?.release().catch(leave);
    await rm(scratch, { recursive: true, force: true }).catch(leave);
  }
}

async function keepPosters(resources: MediaResources, output: TranscodeOutput, signal: AbortSignal) {
  const posters: KeptPicture[] = [];
  for (const path of output.posters) {
    const kept = await outlastingTheStore(() => keepPicture(resources, path, signal), signal);
    // Frames that are too small for a poster are no reason to fail.
    if (kept.ok) posters.push(kept.picture);
  }
  return posters;
}

async function discardEarlierAttempts({ db }: MediaResources, transcode: TranscodeRow): Promise<void> {
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

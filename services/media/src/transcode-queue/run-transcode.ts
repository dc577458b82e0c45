import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { newCall, runInCall } from '@marquee/runtime/context';
import { secondsSince, transcodeProgress, transcodeSeconds } from '@marquee/runtime/telemetry/instruments';
import { startTrace } from '@marquee/runtime/telemetry/spans';
import type { LocalCopy } from '@marquee/storage/blob-store';
import { signalAsset } from '../assets/asset-changed.ts';
import { transcodeCompleted, transcodeFailed } from '../assets/asset-events.ts';
import * as assetStore from '../assets/asset-store.ts';
import { blobLayout } from '../blob-layout.ts';
import type { TranscodeErrorReason } from '../media-errors.ts';
import { type KeptPicture, keepPicture } from '../pictures/keep-picture.ts';
import type { MediaResources } from '../resources.ts';
import { asFullDisk, isAway, isFull, outlastingTheStore, pauseForStorage } from '../storage-trouble.ts';
import type { CheckedSource } from '../transcode/check-source.ts';
import { ChildError } from '../transcode/run-child.ts';
import { type TranscodeOutput, transcodeFile } from '../transcode/transcode-file.ts';
import { underLease } from '../work-loop.ts';
import type { Lease, TranscodeRow } from './transcode-store.ts';
import * as transcodeStore from './transcode-store.ts';

export const LEASE_S = 30;
const RENEW_MS = 10_000;
const LOSSES_MAX = 3;
const PROGRESS_EVERY_MS = 1000;
// How long an attempt that lost its lease may still be writing.
const LATE_WRITER_S = 10 * 60;

/** One attempt: makes the renditions, then publishes them if the lease still holds. */
export async function runTranscode(
  resources: MediaResources,
  transcode: TranscodeRow,
  worker: string,
  signal: AbortSignal,
): Promise<void> {
  const lease: Lease = { transcodeId: transcode.id, attempt: transcode.attempt, worker };
  if (transcode.losses >= LOSSES_MAX) return failTranscode(resources, transcode, lease, 'WORKER_LOST');
  await discardEarlierAttempts(resources, transcode);

  const cancelled = new AbortController();
  const stopListening = resources.signals.subscribe(`transcode-cancelled:${transcode.id}`, () => cancelled.abort());
  let progress = 0;
  const report = reporter(resources, transcode, lease, (percent) => {
    progress = percent;
  });
  const unwatch = transcodeProgress.watch(() => progress / 100);
  const renew = () => transcodeStore.renew(resources.db, lease, LEASE_S, progress);
  const prefix = blobLayout.renditions(transcode.assetId, transcode.id, transcode.attempt);
  const startedAt = performance.now();
  let result: Outcome = 'complete';
  try {
    await underLease(
      { renew, everyMs: RENEW_MS, leaseMs: LEASE_S * 1000, signal: AbortSignal.any([signal, cancelled.signal]) },
      (leased) => traced(() => produceAndPublish(resources, { transcode, lease, prefix, signal: leased, report })),
    );
  } catch (error) {
    await resources.blobs.deletePrefix(prefix).catch(() => assetStore.discard(resources.db, prefix));
    result = await settle(resources, transcode, lease, error, signal);
  } finally {
    stopListening();
    unwatch();
    transcodeSeconds.record(secondsSince(startedAt), { result });
  }
}

/** How an attempt ended: `returned` goes back in line, `lost` was cancelled or is somebody else's. */
type Outcome = 'complete' | 'failed' | 'returned' | 'lost';

/** Each attempt may be a trace of its own: whoever asked for it is long gone. */
async function traced<T>(work: () => Promise<T>): Promise<T> {
  const span = startTrace('transcode', () => ({ kind: 'internal' }));
  if (!span) return work();
  try {
    const result = await runInCall(newCall({ traceparent: span.traceparent }), work);
    span.end();
    return result;
  } catch (error) {
    span.end(error instanceof Error ? error.name : 'Error');
    throw error;
  }
}

type Attempt = {
  transcode: TranscodeRow;
  lease: Lease;
  prefix: string;
  signal: AbortSignal;
  report: (percent: number) => void;
};

async function produceAndPublish(resources: MediaResources, attempt: Attempt): Promise<void> {
  const { transcode, signal } = attempt;
  const asset = await resources.prisma.asset.findUniqueOrThrow({ where: { id: transcode.assetId } });
  const scratch = await mkdtemp(join(resources.config.SCRATCH_DIR, 'transcode-'));
  let master: LocalCopy | undefined;
  try {
    master = await resources.blobs.localCopy(blobLayout.master(asset.id), { folder: scratch, signal });
    const output = await transcodeFile(resources.tools, asset.source as CheckedSource, master.path, scratch, {
      mode: transcode.mode === 'fewest' ? 'fewest' : 'full',
      signal,
      onProgress: attempt.report,
    });
    await upload(resources, output.folder, attempt.prefix, signal);
    const posters = await keepPosters(resources, output, signal);
    await publish(resources, attempt, output, posters);
  } catch (error) {
    throw await asFullDisk(scratch, error);
  } finally {
    await master?.release();
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Segments first and manifests last, so that no manifest ever names what is not there. */
async function upload({ blobs }: MediaResources, folder: string, prefix: string, signal: AbortSignal): Promise<void> {
  const isManifest = (name: string) => /\.(m3u8|mpd|vtt)$/.test(name);
  const names = (await readdir(folder)).sort((a, b) => Number(isManifest(a)) - Number(isManifest(b)));
  for (const name of names) {
    signal.throwIfAborted();
    await outlastingTheStore(() => blobs.put(`${prefix}${name}`, createReadStream(join(folder, name))), signal);
  }
}

async function keepPosters(resources: MediaResources, output: TranscodeOutput, signal: AbortSignal) {
  const posters: KeptPicture[] = [];
  for (const path of output.posters) {
    const kept = await outlastingTheStore(() => keepPicture(resources, path), signal);
    // A film whose frames are too small for a poster is still a film.
    if (kept.ok) posters.push(kept.picture);
  }
  return posters;
}

async function publish(
  resources: MediaResources,
  { transcode, lease, prefix }: Attempt,
  output: TranscodeOutput,
  posters: KeptPicture[],
): Promise<void> {
  const { renditions, audio: audioTracks } = output;
  const posterIds = posters.map(({ id }) => id);
  const published = await resources.db.transaction(async (tx) => {
    const asset = await assetStore.lock(tx, transcode.assetId);
    const held = asset && (await transcodeStore.complete(tx, lease, { prefix, renditions, audioTracks, posterIds }));
    if (!asset || !held) {
      for (const { id } of posters) await assetStore.discard(tx, blobLayout.picturePrefix(id));
      await assetStore.discard(tx, prefix);
      return undefined;
    }
    for (const poster of posters) await assetStore.insertPicture(tx, { ...poster, assetId: asset.id });
    const changed = await assetStore.update(tx, asset.id, {});
    await resources.outbox.append(tx, transcodeCompleted(changed, transcode.id));
    return changed;
  });
  if (!published) {
    resources.log.warn({ ...lease, assetId: transcode.assetId }, 'a late transcode was refused and is swept');
    return;
  }
  signalAsset(resources, published, { progress: '100', state: 'COMPLETE' });
}

/** What an attempt that did not publish means: back in line, an error for the maker, or nothing any more. */
async function settle(
  resources: MediaResources,
  transcode: TranscodeRow,
  lease: Lease,
  error: unknown,
  stopping: AbortSignal,
): Promise<Outcome> {
  const about = { err: error, transcodeId: transcode.id, assetId: transcode.assetId, attempt: transcode.attempt };
  if (stopping.aborted) {
    await transcodeStore.release(resources.db, lease);
    resources.log.info({ transcodeId: transcode.id }, 'a transcode goes back in line: the process stops');
    return 'returned';
  }
  const isAborted = error instanceof ChildError ? error.failure === 'ABORTED' : (error as Error).name === 'AbortError';
  const current = await transcodeStore.find(resources.db, transcode.id);
  const isHeld =
    current?.status === 'RUNNING' && current.attempt === lease.attempt && current.leaseOwner === lease.worker;
  if (!isHeld) {
    resources.log.info(isAborted ? { transcodeId: transcode.id } : about, 'a transcode was cancelled or taken over');
    return 'lost';
  }
  if (isAway(error)) {
    resources.log.error(about, 'a transcode goes back in line: the blob store is away');
    await transcodeStore.release(resources.db, lease);
    await pauseForStorage(stopping);
    return 'returned';
  }
  resources.log.error(about, 'a transcode failed; its maker sees the error and may start again');
  await failTranscode(resources, transcode, lease, reasonOf(error));
  return 'failed';
}

function reasonOf(error: unknown): TranscodeErrorReason {
  if (isFull(error)) return 'STORAGE_FULL';
  return error instanceof ChildError && error.failure === 'TIMEOUT' ? 'TRANSCODE_TIMED_OUT' : 'TRANSCODE_FAILED';
}

async function failTranscode(
  resources: MediaResources,
  transcode: TranscodeRow,
  lease: Lease,
  reason: TranscodeErrorReason,
): Promise<void> {
  const failed = await resources.db.transaction(async (tx) => {
    const asset = await assetStore.lock(tx, transcode.assetId);
    if (!asset || !(await transcodeStore.fail(tx, lease, reason))) return undefined;
    await assetStore.discard(tx, blobLayout.renditionsOfVersion(asset.id, transcode.id), LATE_WRITER_S);
    const changed = await assetStore.update(tx, asset.id, {});
    await resources.outbox.append(tx, transcodeFailed(changed, reason));
    return changed;
  });
  if (failed) signalAsset(resources, failed, { state: 'ERROR' });
}

async function discardEarlierAttempts({ db }: MediaResources, transcode: TranscodeRow): Promise<void> {
  for (let attempt = 1; attempt < transcode.attempt; attempt += 1) {
    await assetStore.discard(db, blobLayout.renditions(transcode.assetId, transcode.id, attempt), LATE_WRITER_S);
  }
}

/** Progress reaches the row and the open pages at most once a second. */
function reporter(
  resources: MediaResources,
  transcode: TranscodeRow,
  lease: Lease,
  note: (percent: number) => void,
): (percent: number) => void {
  let wroteAt = 0;
  return (percent) => {
    note(percent);
    if (performance.now() - wroteAt < PROGRESS_EVERY_MS) return;
    wroteAt = performance.now();
    writeProgress(resources, transcode, lease, percent).catch((err: unknown) =>
      resources.log.warn({ err, transcodeId: transcode.id }, 'progress could not be written'),
    );
  };
}

async function writeProgress(resources: MediaResources, transcode: TranscodeRow, lease: Lease, percent: number) {
  if (!(await transcodeStore.renew(resources.db, lease, LEASE_S, percent))) return;
  const asset = await assetStore.update(resources.db, transcode.assetId, {});
  signalAsset(resources, asset, { progress: String(percent), state: 'IN_PROGRESS' });
}

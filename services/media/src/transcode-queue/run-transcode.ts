import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { loopLevel } from '@marquee/data/sqlstate';
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
import {
  asFullDisk,
  isAway,
  isDatabaseTrouble,
  isFull,
  outlastingTheDatabase,
  outlastingTheStore,
  pauseForStorage,
} from '../storage-trouble.ts';
import type { CheckedSource } from '../transcode/check-source.ts';
import { ChildError } from '../transcode/run-child.ts';
import { type TranscodeOutput, transcodeFile } from '../transcode/transcode-file.ts';
import { LeaseLostError, underLease } from '../work-loop.ts';
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
  if (transcode.losses >= LOSSES_MAX) {
    await failTranscode(resources, transcode, lease, 'WORKER_LOST');
    return;
  }
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
  let result: Outcome = 'returned';
  try {
    result = await underLease(
      { renew, everyMs: RENEW_MS, leaseMs: LEASE_S * 1000, signal: AbortSignal.any([signal, cancelled.signal]) },
      (leased) => {
        const attempt = { transcode, lease, prefix, report, signal: leased, stopping: signal };
        return traced(() => produceAndPublish(resources, attempt));
      },
    );
  } catch (error) {
    result = await settle(resources, { transcode, lease, prefix }, error, signal);
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

type Attempt = { transcode: TranscodeRow; lease: Lease; prefix: string };
type RunningAttempt = Attempt & { signal: AbortSignal; stopping: AbortSignal; report: (percent: number) => void };

async function produceAndPublish(resources: MediaResources, attempt: RunningAttempt): Promise<Outcome> {
  await discardEarlierAttempts(resources, attempt.transcode);
  const made = await produce(resources, attempt);
  // A lease that ran out while the database was away still publishes, unless somebody else has taken the transcode.
  return outlastingTheDatabase(() => publish(resources, attempt, made), attempt.stopping);
}

type Made = { output: TranscodeOutput; posters: KeptPicture[] };

/** Everything that is published, among the blobs; what it was made from is gone from the disk. */
async function produce(resources: MediaResources, attempt: RunningAttempt): Promise<Made> {
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
    return { output, posters: await keepPosters(resources, output, signal) };
  } catch (error) {
    throw await asFullDisk(scratch, error);
  } finally {
    // What stays behind is gone with the next start.
    const leave = (err: unknown) => resources.log.error({ err, scratch }, 'work files could not be removed');
    await master?.release().catch(leave);
    await rm(scratch, { recursive: true, force: true }).catch(leave);
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
    const kept = await outlastingTheStore(() => keepPicture(resources, path, signal), signal);
    // A film whose frames are too small for a poster is still a film.
    if (kept.ok) posters.push(kept.picture);
  }
  return posters;
}

/** Publishing twice changes nothing, so it may be done again when the answer was lost. */
async function publish(
  resources: MediaResources,
  { transcode, lease, prefix }: Attempt,
  { output, posters }: Made,
): Promise<Outcome> {
  const { renditions, audio: audioTracks } = output;
  const posterIds = posters.map(({ id }) => id);
  const published = await resources.db.transaction(async (tx) => {
    const asset = await assetStore.lock(tx, transcode.assetId);
    const held = asset && (await transcodeStore.complete(tx, lease, { prefix, renditions, audioTracks, posterIds }));
    if (asset && !held && outcomeOf(await transcodeStore.find(tx, transcode.id), lease) === 'complete') return asset;
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
    return 'lost';
  }
  signalAsset(resources, published, { progress: '100', state: 'COMPLETE' });
  return 'complete';
}

/**
 * What an attempt that broke off means: back in line, an error for the maker, nothing any more, or a film that plays,
 * because only the answer to its publication was lost. Never throws.
 */
async function settle(
  resources: MediaResources,
  attempt: Attempt,
  error: unknown,
  stopping: AbortSignal,
): Promise<Outcome> {
  // Without the database there is nothing else to do here either.
  const ask = () => giveUp(resources, attempt, error, stopping);
  const result = await outlastingTheDatabase(ask, stopping, Number.POSITIVE_INFINITY).catch((err: unknown) => {
    // Nothing is deleted that may be published. The lease runs out, and the next attempt sweeps what this one left.
    resources.log.error({ ...attempt.lease, err }, 'the database did not say how a transcode ended');
    return 'unknown' as const;
  });
  if (result === 'unknown') return 'returned';
  if (result !== 'complete') await discardOutput(resources, attempt);
  if (result === 'returned' && isAway(error)) await pauseForStorage(stopping);
  return result;
}

/**
 * Asks the row, by an update of it: that waits for a publication which was sent and not answered, and when it held, none
 * can follow.
 */
async function giveUp(
  resources: MediaResources,
  { transcode, lease }: Attempt,
  error: unknown,
  stopping: AbortSignal,
): Promise<Outcome> {
  const { db, log } = resources;
  const about = { err: error, transcodeId: transcode.id, assetId: transcode.assetId, attempt: transcode.attempt };
  const passing = passingTrouble(error, stopping);
  const isOurs = passing
    ? await transcodeStore.release(db, lease)
    : await failTranscode(resources, transcode, lease, reasonOf(error));
  const ended = passing ? 'returned' : 'failed';
  const result = isOurs ? ended : outcomeOf(await transcodeStore.find(db, transcode.id), lease);
  if (stopping.aborted) log.info({ ...about, result }, 'a transcode broke off: the process stops');
  else if (result === 'lost') log.info(about, 'a transcode was cancelled or taken over');
  else if (result === 'complete') log.warn(about, 'a transcode was published, and the answer was lost');
  else if (result === 'returned') log.error(about, `a transcode goes back in line: ${passing}`);
  else log.error(about, 'a transcode failed; its maker sees the error and may start again');
  return result;
}

/** What broke an attempt off and says nothing of its film. */
function passingTrouble(error: unknown, stopping: AbortSignal): string | undefined {
  if (stopping.aborted) return 'the process stops';
  if (isAway(error)) return 'the blob store is away';
  if (isDatabaseTrouble(error)) return 'the database is away';
  return error instanceof LeaseLostError ? 'its lease was lost' : undefined;
}

const ENDED: Record<string, Outcome> = { COMPLETE: 'complete', WAITING: 'returned', ERROR: 'failed' };

/** How the row says that an attempt ended whose worker no longer holds it. */
function outcomeOf(current: TranscodeRow | undefined, lease: Lease): Outcome {
  return (current?.attempt === lease.attempt && ENDED[current.status]) || 'lost';
}

async function discardOutput({ blobs, db, log }: MediaResources, { prefix }: Attempt): Promise<void> {
  await blobs
    .deletePrefix(prefix)
    .catch(() => assetStore.discard(db, prefix))
    .catch((err: unknown) => log.error({ err, prefix }, 'what a transcode left could not be marked for deletion'));
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
): Promise<boolean> {
  const failed = await resources.db.transaction(async (tx) => {
    const asset = await assetStore.lock(tx, transcode.assetId);
    if (!asset || !(await transcodeStore.fail(tx, lease, reason))) return undefined;
    await assetStore.discard(tx, blobLayout.renditionsOfVersion(asset.id, transcode.id), LATE_WRITER_S);
    const changed = await assetStore.update(tx, asset.id, {});
    await resources.outbox.append(tx, transcodeFailed(changed, reason));
    return changed;
  });
  if (failed) signalAsset(resources, failed, { state: 'ERROR' });
  return failed !== undefined;
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
      resources.log[loopLevel(err, 'warn')]({ err, transcodeId: transcode.id }, 'progress could not be written'),
    );
  };
}

async function writeProgress(resources: MediaResources, transcode: TranscodeRow, lease: Lease, percent: number) {
  if (!(await transcodeStore.renew(resources.db, lease, LEASE_S, percent))) return;
  const asset = await assetStore.update(resources.db, transcode.assetId, {});
  signalAsset(resources, asset, { progress: String(percent), state: 'IN_PROGRESS' });
}

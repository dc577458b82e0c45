import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { loopLevel } from '@marquee/data/sqlstate';
import { type AttemptSignals, isDatabaseTrouble, retryWhileDatabaseAway } from '@marquee/data/work-loop';
import { newCall, runInCall } from '@marquee/runtime/context';
import { secondsSince, transcodeProgress, transcodeSeconds } from '@marquee/runtime/telemetry/instruments';
import { startTrace } from '@marquee/runtime/telemetry/spans';
import { transact } from '@marquee/service/use-case';
import type { LocalCopy } from '@marquee/storage/blob-store';
import { transcodeCompleted, transcodeFailed } from '../assets/asset-events.ts';
import * as assets from '../assets/assets.ts';
import { blobLayout } from '../blob-layout.ts';
import * as garbage from '../garbage.ts';
import type { TranscodeErrorReason } from '../media-errors.ts';
import { type KeptPicture, keepPicture } from '../pictures/keep-picture.ts';
import * as pictures from '../pictures/pictures.ts';
import type { MediaResources } from '../resources.ts';
import { asFullDisk, isAway, isFull, OUTLASTED_MS, outlastingTheStore, pauseForStorage } from '../storage-trouble.ts';
import type { CheckedSource } from '../transcode/check-source.ts';
import { ChildError } from '../transcode/run-child.ts';
import { type TranscodeOutput, transcodeFile } from '../transcode/transcode-file.ts';
import type { ClaimedTranscode, TranscodeRow } from './transcodes.ts';
import * as transcodes from './transcodes.ts';

const PROGRESS_EVERY_MS = 1000;
// How long an attempt that lost its lease may still be writing.
const LATE_WRITER_S = 10 * 60;

/** One attempt: makes the renditions, then publishes them if the lease still holds. Never throws. */
export async function runTranscode(
  resources: MediaResources,
  transcode: ClaimedTranscode,
  { signal, stopping }: AttemptSignals,
): Promise<void> {
  const cancelled = new AbortController();
  const stopListening = resources.signals.subscribe(`transcode-cancelled:${transcode.id}`, () => cancelled.abort());
  let progress = 0;
  const report = reporter(resources, transcode, (percent) => {
    progress = percent;
  });
  const unwatch = transcodeProgress.watch(() => progress / 100);
  const prefix = blobLayout.renditions(transcode.assetId, transcode.id, transcode.attempt);
  const attempt = { transcode, prefix, report, lease: signal, stopping };
  const startedAt = performance.now();
  let result: Outcome = 'returned';
  try {
    const running = { ...attempt, signal: AbortSignal.any([signal, cancelled.signal]) };
    result = await traced(() => produceAndPublish(resources, running));
  } catch (error) {
    result = await settle(resources, attempt, error);
  } finally {
    stopListening();
    unwatch();
    transcodeSeconds.record(secondsSince(startedAt), { result });
  }
}

/** How an attempt ended. `returned`: back in line. `lost`: cancelled, or taken over by another worker. */
type Outcome = 'complete' | 'failed' | 'returned' | 'lost';

/** Runs an attempt in a trace of its own: the request that caused it ended long ago. */
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
  transcode: ClaimedTranscode;
  prefix: string;
  /** Aborted with the lease or the process. */
  lease: AbortSignal;
  /** Aborted with the process alone. */
  stopping: AbortSignal;
};
/** `signal` is aborted by a cancellation as well. */
type RunningAttempt = Attempt & { signal: AbortSignal; report: (percent: number) => void };

async function produceAndPublish(resources: MediaResources, attempt: RunningAttempt): Promise<Outcome> {
  await discardEarlierAttempts(resources, attempt.transcode);
  const made = await produce(resources, attempt);
  // An attempt whose lease ran out while the database was away still publishes, unless another one has taken over.
  return retryWhileDatabaseAway(() => publish(resources, attempt, made), attempt.stopping, OUTLASTED_MS);
}

type Made = { output: TranscodeOutput; posters: KeptPicture[] };

/** Makes the renditions and stores them as blobs. Leaves nothing on the disk. */
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
    // The folder is emptied at the next start.
    const leave = (err: unknown) => resources.log.error({ err, scratch }, 'work files could not be removed');
    await master?.release().catch(leave);
    await rm(scratch, { recursive: true, force: true }).catch(leave);
  }
}

/** Stores segments first and manifests last, so that a manifest never names a missing file. */
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
    // Frames that are too small for a poster are no reason to fail.
    if (kept.ok) posters.push(kept.picture);
  }
  return posters;
}

/** Publishes the renditions. Repeating it changes nothing, so it is repeated when the database's answer was lost. */
async function publish(
  resources: MediaResources,
  { transcode, prefix }: Attempt,
  { output, posters }: Made,
): Promise<Outcome> {
  const { renditions, audio: audioTracks } = output;
  const posterIds = posters.map(({ id }) => id);
  const isPublished = await transact(resources, async ({ tx, emit, touch }) => {
    const asset = await assets.lock(tx, transcode.assetId);
    const held = asset && (await transcodes.complete(tx, transcode, { prefix, renditions, audioTracks, posterIds }));
    if (asset && !held && outcomeOf(await transcodes.get(tx, transcode.id), transcode) === 'complete') return true;
    if (!asset || !held) {
      for (const { id } of posters) await garbage.discard(tx, blobLayout.picturePrefix(id));
      await garbage.discard(tx, prefix);
      return false;
    }
    for (const poster of posters) await pictures.insert(tx, { ...poster, assetId: asset.id });
    const changed = await assets.update(tx, asset.id, {});
    await emit(transcodeCompleted(changed, transcode.id));
    touch('asset', changed);
    return true;
  });
  if (!isPublished) {
    resources.log.warn(aboutAttempt(transcode), 'a late transcode was refused and is swept');
    return 'lost';
  }
  return 'complete';
}

/**
 * Decides how a failed attempt ended: back in line, failed, taken over, or complete when only the answer to its
 * publication was lost. Never throws.
 */
async function settle(resources: MediaResources, attempt: Attempt, error: unknown): Promise<Outcome> {
  const { transcode, stopping } = attempt;
  // Waits without limit: a worker can do nothing else without the database.
  const ask = () => giveUp(resources, attempt, error);
  const result = await retryWhileDatabaseAway(ask, stopping).catch((err: unknown) => {
    // The output may be published, so it stays. The lease runs out, and the next attempt deletes it.
    resources.log.error(
      { ...aboutAttempt(transcode), err },
      'the process stops before the database answered how a transcode ended',
    );
    return 'unknown' as const;
  });
  if (result === 'unknown') return 'returned';
  if (result !== 'complete') await discardOutput(resources, attempt);
  if (result === 'returned' && isAway(error)) await pauseForStorage(stopping);
  return result;
}

const aboutAttempt = ({ id, assetId, attempt }: ClaimedTranscode) => ({ transcodeId: id, assetId, attempt });

/**
 * Decides by updating the row: the update waits for a publication that is still being committed, and once it holds, none
 * can follow.
 */
async function giveUp(resources: MediaResources, attempt: Attempt, error: unknown): Promise<Outcome> {
  const { db, log } = resources;
  const { transcode, stopping } = attempt;
  const about = { err: error, ...aboutAttempt(transcode) };
  const passing = passingTrouble(error, attempt);
  const isOurs = passing
    ? await transcodes.work.release(db, transcode)
    : await failTranscode(resources, transcode, reasonOf(error));
  const ended = passing ? 'returned' : 'failed';
  const result = isOurs ? ended : outcomeOf(await transcodes.get(db, transcode.id), transcode);
  if (stopping.aborted) log.info({ ...about, result }, 'a transcode was interrupted: the process stops');
  else if (result === 'lost') log.info(about, 'a transcode was cancelled or taken over');
  else if (result === 'complete')
    log.warn(about, 'a transcode was published, although the answer of the database was lost');
  else if (result === 'returned') log.error(about, `a transcode goes back in line: ${passing}`);
  else log.error(about, 'a transcode failed; its maker sees the error and may start again');
  return result;
}

/** The cause of a failure that is not the film's. */
function passingTrouble(error: unknown, { lease, stopping }: Attempt): string | undefined {
  if (stopping.aborted) return 'the process stops';
  if (isAway(error)) return 'the blob store is away';
  if (isDatabaseTrouble(error)) return 'the database is away';
  return lease.aborted ? 'its lease was lost' : undefined;
}

const ENDED: Record<string, Outcome> = { COMPLETE: 'complete', WAITING: 'returned', ERROR: 'failed' };

/** How an attempt ended that does not hold its lease, by the row. */
function outcomeOf(current: TranscodeRow | undefined, { attempt }: ClaimedTranscode): Outcome {
  return (current?.attempt === attempt && ENDED[current.status]) || 'lost';
}

async function discardOutput({ blobs, db, log }: MediaResources, { prefix }: Attempt): Promise<void> {
  await blobs
    .deletePrefix(prefix)
    .catch(() => garbage.discard(db, prefix))
    .catch((err: unknown) =>
      log.error({ err, prefix }, 'the output of a failed transcode could not be marked for deletion'),
    );
}

function reasonOf(error: unknown): TranscodeErrorReason {
  if (isFull(error)) return 'STORAGE_FULL';
  return error instanceof ChildError && error.failure === 'TIMEOUT' ? 'TRANSCODE_TIMED_OUT' : 'TRANSCODE_FAILED';
}

/** Ends a transcode in an error that its maker sees. False when the attempt does not hold the lease. */
export async function failTranscode(
  resources: MediaResources,
  transcode: ClaimedTranscode,
  reason: TranscodeErrorReason,
): Promise<boolean> {
  return transact(resources, async ({ tx, emit, touch }) => {
    const asset = await assets.lock(tx, transcode.assetId);
    if (!asset || !(await transcodes.fail(tx, transcode, reason))) return false;
    await garbage.discard(tx, blobLayout.renditionsOfVersion(asset.id, transcode.id), LATE_WRITER_S);
    const changed = await assets.update(tx, asset.id, {});
    await emit(transcodeFailed(changed, reason));
    touch('asset', changed);
    return true;
  });
}

async function discardEarlierAttempts({ db }: MediaResources, transcode: TranscodeRow): Promise<void> {
  for (let attempt = 1; attempt < transcode.attempt; attempt += 1) {
    await garbage.discard(db, blobLayout.renditions(transcode.assetId, transcode.id, attempt), LATE_WRITER_S);
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

async function writeProgress(resources: MediaResources, transcode: ClaimedTranscode, percent: number) {
  if (!(await transcodes.progress(resources.db, transcode, percent))) return;
  const asset = await assets.update(resources.db, transcode.assetId, {});
  resources.signals.publish(`asset:${asset.id}`, asset.version);
}

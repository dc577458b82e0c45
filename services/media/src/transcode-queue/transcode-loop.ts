import { type Ending, WorkerLostError, type WorkLoopOptions } from '@marquee/data/work-loop';
import { workOf } from '@marquee/service/work';
import type { MediaResources, MediaWrite } from '../resources.ts';
import { blobLayout } from '../storage/blob-layout.ts';
import * as garbage from '../storage/garbage.ts';
import { isFull, isUnavailable } from '../storage/storage-trouble.ts';
import { ChildError } from '../transcode/run-child.ts';
import { failTranscode } from './fail-transcode.ts';
import { transcodeSeconds } from './instruments.ts';
import { publishTranscode } from './publish-transcode.ts';
import { type MadeTranscode, runTranscode } from './run-transcode.ts';
import type { TranscodeErrorReason } from './transcode-errors.ts';
import * as transcodes from './transcodes.ts';

/** For lost workers: a transcode ends in an error after its third. */
const RETRY_DELAYS_MS = [0, 0];
export const LOSSES_MAX = RETRY_DELAYS_MS.length;

/** The loop that makes transcodes. */
export function transcodeLoop(
  resources: MediaResources,
): WorkLoopOptions<transcodes.ClaimedTranscode, MadeTranscode, MediaWrite> {
  return workOf(resources, {
    name: transcodes.TRANSCODE_LOOP,
    table: transcodes.work,
    concurrency: resources.config.TRANSCODES_AT_ONCE,
    run: (transcode, { signal }) => runTranscode(resources, transcode, signal),
    complete: publishTranscode,
    isPassing: isUnavailable,
    // The same file fails in the same way. Its maker sees the error, and may start again.
    isFinal: () => true,
    retryDelaysMs: RETRY_DELAYS_MS,
    giveUp: (write, transcode, error) => failTranscode(write, transcode, reasonOf(error)),
    ended: (transcode, ending) => afterTranscode(resources, transcode, ending),
  });
}

/** What the maker reads about an attempt that failed. */
export function reasonOf(error: unknown): TranscodeErrorReason {
  if (error instanceof WorkerLostError) return 'WORKER_LOST';
  if (isFull(error)) return 'STORAGE_FULL';
  return error instanceof ChildError && error.failure === 'TIMEOUT' ? 'TRANSCODE_TIMED_OUT' : 'TRANSCODE_FAILED';
}

/** Measures an attempt, and deletes its output unless it is or may be published. */
async function afterTranscode(
  { blobs, db }: MediaResources,
  transcode: transcodes.ClaimedTranscode,
  { outcome, seconds }: Ending<MadeTranscode>,
): Promise<void> {
  if (outcome === 'unknown') return transcodeSeconds.record(seconds, { result: 'returned' });
  // The process may have stopped before the answer to a publication arrived.
  const isPublished =
    outcome === 'complete' || (outcome === 'lost' && (await transcodes.hasEnded(db, transcode, 'COMPLETE')));
  transcodeSeconds.record(seconds, { result: isPublished ? 'complete' : outcome });
  if (isPublished) return;
  const prefix = blobLayout.renditions(transcode.assetId, transcode.id, transcode.attempt);
  await blobs.deletePrefix(prefix).catch(() => garbage.discard(db, prefix));
}

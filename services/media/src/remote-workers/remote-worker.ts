import { pause } from '@marquee/data/retry-while';
import { LeaseLostError, underLease } from '@marquee/data/work-loop';
import type { Logger } from '@marquee/runtime/log';
import { isFull } from '../storage/storage-trouble.ts';
import type { MediaTools } from '../transcode/media-tools.ts';
import { ChildError } from '../transcode/run-child.ts';
import { makeTranscode } from '../transcode-queue/make-transcode.ts';
import { reasonOf } from '../transcode-queue/transcode-loop.ts';
import { isUnavailable, type RetryLimits, type Site, siteCalls, WorkerRefusedError } from './site-port.ts';
import { type ClaimedJob, posterName } from './worker-protocol.ts';

const POLL_MS = 5_000;
const PROGRESS_EVERY_MS = 1_000;
const AFTER_TROUBLE_MS = 10_000;
/** Of a shell whose program is there but cannot be run, or is not there. */
const CANNOT_RUN = new Set([126, 127]);

type Pauses = RetryLimits & { pollMs?: number; afterTroubleMs?: number };
type RemoteWorker = Pauses & { site: Site; tools: MediaTools; scratchDir: string; log: Logger };

/**
 * Claims transcodes of a site and makes them, one at a time, until `stopping`. The site and this machine share nothing but
 * HTTP.
 *
 * @throws WorkerRefusedError when the site refuses this worker: its key, or its version
 */
export async function runRemoteWorker(worker: RemoteWorker, stopping: AbortSignal): Promise<void> {
  const { log, pollMs = POLL_MS, afterTroubleMs = AFTER_TROUBLE_MS } = worker;
  const calls = siteCalls(worker.site, worker);
  while (!stopping.aborted) {
    try {
      const claimed = await calls.claim();
      if (claimed) await attempt(worker, calls, claimed, stopping);
      else await pause(pollMs, stopping);
    } catch (err) {
      if (stopping.aborted) return;
      if (err instanceof WorkerRefusedError) throw err;
      log.warn({ err }, 'the site could not be reached, or this machine cannot work; the next try follows a pause');
      await pause(afterTroubleMs, stopping);
    }
  }
}

async function attempt(
  { tools, scratchDir, log }: RemoteWorker,
  calls: ReturnType<typeof siteCalls>,
  claimed: ClaimedJob,
  stopping: AbortSignal,
): Promise<void> {
  const { id, leaseMs } = claimed;
  let percent = 0;
  let toldAt = performance.now();
  const report = (now: number) => {
    percent = now;
    if (performance.now() - toldAt < PROGRESS_EVERY_MS) return;
    toldAt = performance.now();
    calls.renewOnce(claimed, percent).catch((err: unknown) => {
      // Cancelled by its maker, or refused: sooner than the next renewal.
      if (err instanceof LeaseLostError || err instanceof WorkerRefusedError) cut.abort(err);
      else log.debug({ id, err }, 'progress could not be sent');
    });
  };
  const cut = new AbortController();
  const over = new AbortController();
  const renewal = { renew: () => calls.renew(claimed, percent, over.signal), leaseMs, stopping };
  log.info({ id }, 'a transcode begins');
  try {
    await underLease(renewal, (held) => {
      const signal = AbortSignal.any([held, cut.signal]);
      const port = calls.port(claimed);
      const making = makeTranscode(port, { tools, log, scratchDir, signal, report }, async (output) => {
        const { renditions, audio, quality, posters } = output;
        for (const [index, path] of posters.entries()) await port.store(posterName(index), path, signal);
        await calls.finish(claimed, { renditions, audio, quality, posters: posters.length }, signal);
      });
      return making.finally(() => over.abort());
    });
    log.info({ id }, 'a transcode is complete');
  } catch (thrown) {
    const err: unknown = cut.signal.aborted ? cut.signal.reason : thrown;
    if (stopping.aborted) {
      // Without an answer the lease ends by itself.
      await calls.releaseOnce(claimed).catch(() => undefined);
      return;
    }
    if (err instanceof WorkerRefusedError) throw err;
    const isLost = err instanceof LeaseLostError;
    if (isLost || isUnavailable(err) || isOfThisMachine(err)) {
      log.warn({ id, err }, 'a transcode is returned to the queue, unless another worker has it or it has ended');
      await onceTaken(calls.release(claimed, stopping));
      if (isLost) return;
      throw err;
    }
    log.error({ id, err }, 'a transcode failed');
    await onceTaken(calls.fail(claimed, reasonOf(err), stopping));
  }
}

/** True of trouble that says nothing of a film: a full disk, a program that is gone, a folder that cannot be written. */
function isOfThisMachine(error: unknown): boolean {
  if (isFull(error)) return true;
  if (error instanceof ChildError) return error.failure === 'SPAWN' || CANNOT_RUN.has(error.exitCode ?? 0);
  return typeof (error as NodeJS.ErrnoException).syscall === 'string';
}

/** Waits for the end of an attempt; it may have ended otherwise. */
async function onceTaken(call: Promise<unknown>): Promise<void> {
  await call.catch((cause: unknown) => {
    if (!(cause instanceof LeaseLostError)) throw cause;
  });
}

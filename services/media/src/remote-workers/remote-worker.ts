import { pause } from '@marquee/data/retry-while';
import { LeaseLostError, underLease } from '@marquee/data/work-loop';
import type { Logger } from '@marquee/runtime/log';
import type { MediaTools } from '../transcode/media-tools.ts';
import { makeTranscode } from '../transcode-queue/make-transcode.ts';
import { reasonOf } from '../transcode-queue/transcode-loop.ts';
import { isUnavailable, type Patience, type Site, siteCalls, WorkerRefusedError } from './site-port.ts';
import { type ClaimedJob, posterName } from './worker-protocol.ts';

const POLL_MS = 5_000;
const PROGRESS_EVERY_MS = 1_000;
const AFTER_TROUBLE_MS = 10_000;

type Pauses = Patience & { pollMs?: number; afterTroubleMs?: number };
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
      const claimed = await calls.claim(stopping);
      if (claimed) await attempt(worker, calls, claimed, stopping);
      else await pause(pollMs, stopping);
    } catch (err) {
      if (stopping.aborted) return;
      if (err instanceof WorkerRefusedError) throw err;
      log.warn({ err }, 'the site could not be reached; the next try is in ten seconds');
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
    // A lost lease is noticed by the renewals.
    calls.renew(claimed, percent).catch((err: unknown) => log.debug({ id, err }, 'progress could not be sent'));
  };
  const renewal = { renew: () => calls.renew(claimed, percent), leaseMs, stopping };
  log.info({ id }, 'a transcode begins');
  try {
    await underLease(renewal, (signal) => {
      const port = calls.port(claimed);
      return makeTranscode(port, { tools, log, scratchDir, signal, report }, async (output) => {
        const { renditions, audio, quality, posters } = output;
        for (const [index, path] of posters.entries()) await port.store(posterName(index), path, signal);
        await calls.finish(claimed, { renditions, audio, quality, posters: posters.length }, signal);
      });
    });
    log.info({ id }, 'a transcode is complete');
  } catch (err) {
    if (stopping.aborted) {
      // Without an answer the lease ends by itself.
      await calls.release(claimed).catch(() => undefined);
      return;
    }
    if (err instanceof LeaseLostError)
      return log.warn({ id, err }, 'another worker has this transcode, or it has ended');
    if (err instanceof WorkerRefusedError || isUnavailable(err)) throw err;
    log.error({ id, err }, 'a transcode failed');
    await calls.fail(claimed, reasonOf(err), stopping).catch((cause: unknown) => {
      if (!(cause instanceof LeaseLostError)) throw cause;
    });
  }
}

import { WorkerLostError, type WorkLoopOptions } from '@marquee/data/work-loop';
import { workOf } from '@marquee/service/work';
import type { MediaResources, MediaWrite } from '../resources.ts';
import { blobLayout } from '../storage/blob-layout.ts';
import * as garbage from '../storage/garbage.ts';
import { isFull, isUnavailable } from '../storage/storage-trouble.ts';
import { failProtection } from './fail-protection.ts';
import type { ProtectionErrorReason } from './protection-errors.ts';
import * as protections from './protections.ts';
import { publishProtection } from './publish-protection.ts';
import { runProtection } from './run-protection.ts';

/** For lost workers: a protection fails after its third. */
const RETRY_DELAYS_MS = [0, 0];

/** The loop that encrypts renditions. It copies bytes and encodes nothing, so it does not wait behind transcodes. */
export function protectionLoop(
  resources: MediaResources,
): WorkLoopOptions<protections.ClaimedProtection, true, MediaWrite> {
  return workOf(resources, {
    name: protections.PROTECTION_LOOP,
    table: protections.work,
    run: async (protection, { signal }) => {
      await runProtection(resources, protection, signal);
      return true as const;
    },
    complete: publishProtection,
    isPassing: isUnavailable,
    isFinal: () => true,
    retryDelaysMs: RETRY_DELAYS_MS,
    giveUp: (write, protection, error) => failProtection(write, protection, reasonOf(error)),
    ended: async ({ assetId, id, attempt }, { outcome }) => {
      if (outcome === 'complete' || outcome === 'unknown') return;
      const lease = { id, attempt };
      if (outcome === 'lost' && (await protections.hasEnded(resources.db, lease, 'COMPLETED'))) return;
      const prefix = blobLayout.renditions(assetId, id, attempt);
      await resources.blobs.deletePrefix(prefix).catch(() => garbage.discard(resources.db, prefix));
    },
  });
}

function reasonOf(error: unknown): ProtectionErrorReason {
  if (error instanceof WorkerLostError) return 'WORKER_LOST';
  return isFull(error) ? 'STORAGE_FULL' : 'PROTECTION_FAILED';
}

import { announceWork } from '@marquee/data/work-notices';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { MediaWrite } from '../resources.ts';
import * as transcodes from '../transcode-queue/transcodes.ts';
import { workerKeyNotFound } from './worker-errors.ts';
import * as workerKeys from './worker-keys.ts';

/** Ends a key, and returns what its worker has to the queue [STU-14]. */
export async function revokeWorkerKey(
  { tx, clock }: MediaWrite,
  viewer: AccountViewer,
  { keyId }: { keyId: string },
): Promise<workerKeys.WorkerKeyRow> {
  const key = await workerKeys.revoke(tx, { id: keyId, revokedBy: viewer.accountId, now: clock.now() });
  if (!key) throw workerKeyNotFound();
  await transcodes.takeFrom(tx, key.id);
  await announceWork(tx, transcodes.TRANSCODE_LOOP, clock.now());
  return key;
}

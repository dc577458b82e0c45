import { WORKER_KEYS_MAX } from '@marquee/rules/back-office-workers';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { MediaWrite } from '../resources.ts';
import { tooManyWorkerKeys } from './worker-errors.ts';
import * as workerKeys from './worker-keys.ts';

/** Makes a key for a worker on another machine; its row keeps who did [STU-14]. */
export async function createWorkerKey(
  { tx, clock }: MediaWrite,
  viewer: AccountViewer,
  { name }: { name: string },
): Promise<{ key: workerKeys.WorkerKeyRow; token: string }> {
  if ((await workerKeys.countUsable(tx)) >= WORKER_KEYS_MAX) throw tooManyWorkerKeys();
  return workerKeys.insert(tx, { name, createdBy: viewer.accountId, now: clock.now() });
}

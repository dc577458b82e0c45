import type { AccountViewer } from '@marquee/runtime/viewer';
import type { MediaResources } from '../resources.ts';
import * as workerKeys from './worker-keys.ts';

/** The keys of workers on other machines, without their secrets. */
export function listWorkerKeys({ db }: MediaResources, _viewer: AccountViewer): Promise<workerKeys.WorkerKeyRow[]> {
  return workerKeys.list(db);
}

import type { AccountViewer } from '@marquee/runtime/viewer';
import type { ShownCall } from '../calls/calls.ts';
import * as calls from '../calls/calls.ts';
import type { FestivalResources } from '../resources.ts';
import * as judges from './judges.ts';

/** What the viewer judges, or is asked to judge [FES-09]. */
export async function listJudging(
  { db }: FestivalResources,
  { accountId }: AccountViewer,
): Promise<{ judge: judges.ShownJudge; call: ShownCall }[]> {
  const found = await judges.listOfAccount(db, accountId);
  return Promise.all(found.map(async (judge) => ({ judge, call: await calls.get(db, judge.callId) })));
}

import type { AccountViewer } from '@marquee/runtime/viewer';
import type { ShownCall } from '../calls/calls.ts';
import * as calls from '../calls/calls.ts';
import * as blocks from '../people/account-blocks.ts';
import type { FestivalResources } from '../resources.ts';
import * as judges from './judges.ts';
import { addressHashIfKnown } from './own-address.ts';

/**
 * What the viewer judges, or is asked to judge by their account or at their proven address [FES-09]. While identity does
 * not answer, what waits at their address is missing.
 */
export async function listJudging(
  resources: FestivalResources,
  viewer: AccountViewer,
): Promise<{ judge: judges.ShownJudge; call: ShownCall }[]> {
  const { db } = resources;
  const { accountId } = viewer;
  const found = await judges.listOfPerson(db, accountId, await addressHashIfKnown(resources, accountId));
  const shown = await Promise.all(
    found.map(async (judge) => {
      const { accountId: invited, invitedBy } = judge;
      const isBlocked = invited === null && invitedBy !== null && (await blocks.isBetween(db, invitedBy, accountId));
      return isBlocked ? [] : [{ judge, call: await calls.get(db, judge.callId) }];
    }),
  );
  return shown.flat();
}

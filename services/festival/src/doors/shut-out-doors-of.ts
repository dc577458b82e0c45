import type { AccountViewer } from '@marquee/runtime/viewer';
import type { FestivalWrite } from '../resources.ts';
import * as doorLogs from './door-logs.ts';
import * as doors from './doors.ts';

/** Shuts out the devices of somebody who checks no tickets for an organization any more. */
export async function shutOutDoorsOf(
  { tx, clock, touch }: FestivalWrite,
  { accountId: by }: AccountViewer,
  { festivalId, accountId: openedBy }: { festivalId: string; accountId: string },
): Promise<void> {
  for (const { id, eventId } of await doors.openOf(tx, { festivalId, openedBy })) {
    await doorLogs.lock(tx, eventId);
    await doors.shutOut(tx, id, { by, now: clock.now() });
    touch('doors', { id: eventId, version: await doorLogs.add(tx, eventId, 0) });
  }
}

import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FestivalWrite } from '../resources.ts';
import * as doorLogs from './door-logs.ts';
import { requireDoorkeeper } from './door-rights.ts';
import * as doors from './doors.ts';

export const shutOutDoorSchema = z.object({ doorId: z.string() });

/** Shuts a device out for good, such as a lost phone; what it has scanned stays [FES-11]. */
export async function shutOutDoor(
  { tx, clock, touch }: FestivalWrite,
  viewer: AccountViewer,
  { doorId }: z.output<typeof shutOutDoorSchema>,
): Promise<doors.CountedDoor> {
  const { id, eventId } = await doors.get(tx, doorId);
  await requireDoorkeeper(tx, viewer, eventId);
  // A sync that is on its way ends before, or is refused after.
  await doorLogs.lock(tx, eventId);
  const isChanged = await doors.shutOut(tx, id, { by: viewer.accountId, now: clock.now() });
  if (isChanged) touch('doors', { id: eventId, version: await doorLogs.add(tx, eventId, 0) });
  return doors.get(tx, id);
}

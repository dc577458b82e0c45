import { newId } from '@marquee/data/ids';
import { DOOR_LIMITS, doorName } from '@marquee/rules/doors';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FestivalWrite } from '../resources.ts';
import { newCredential } from './door-credentials.ts';
import { tooManyDoors } from './door-errors.ts';
import * as doorLogs from './door-logs.ts';
import { requireDoorkeeper } from './door-rights.ts';
import * as doors from './doors.ts';

export const openDoorSchema = z.object({ eventId: z.string(), name: doorName });

/** Makes a device a door of an event, with a credential of its own [TIC-07] [FES-11]. */
export async function openDoor(
  { tx, clock, touch }: FestivalWrite,
  viewer: AccountViewer,
  { eventId, name }: z.output<typeof openDoorSchema>,
): Promise<{ door: doors.CountedDoor; credential: string }> {
  const event = await requireDoorkeeper(tx, viewer, eventId);
  await doorLogs.lock(tx, event.id);
  if ((await doors.listOf(tx, event.id)).length >= DOOR_LIMITS.perEventMax) throw tooManyDoors();
  const [id, { credential, credentialHash }] = [newId(), newCredential()];
  await doors.insert(tx, {
    ...{ id, eventId: event.id, name, credentialHash, openedBy: viewer.accountId, openedAt: clock.now() },
  });
  touch('doors', { id: event.id, version: await doorLogs.add(tx, event.id, 0) });
  return { door: await doors.get(tx, id), credential };
}

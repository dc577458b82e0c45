import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { requireStanding } from '../organizations/organization-rights.ts';
import * as organizations from '../organizations/organizations.ts';
import type { FestivalWrite } from '../resources.ts';
import * as events from '../tickets/events.ts';
import * as saleRooms from './sale-rooms.ts';

export const setWaitingRoomSchema = z.object({ eventId: z.string(), on: z.boolean() });

/** Puts a waiting room in front of the sale of an event, or removes it [TIC-06]. */
export async function setWaitingRoom(
  { tx, clock }: FestivalWrite,
  viewer: AccountViewer,
  { eventId, on }: z.output<typeof setWaitingRoomSchema>,
): Promise<saleRooms.SaleRoom | undefined> {
  const event = await events.get(tx, eventId);
  await requireStanding(tx, viewer, await organizations.get(tx, event.festivalId), 'MANAGER');
  if (on) await saleRooms.insert(tx, event.id, clock.now());
  else await saleRooms.remove(tx, event.id);
  return saleRooms.find(tx, event.id, clock.now());
}

import { DOOR_LIMITS } from '@marquee/rules/doors';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { FestivalResources } from '../resources.ts';
import * as events from '../tickets/events.ts';

const DAY_MS = 86_400_000;

/** Events at whose doors the viewer may check tickets, until a day after their end [FES-11]. */
export async function listDoorEvents(
  { db, clock }: FestivalResources,
  { accountId }: AccountViewer,
): Promise<events.TicketEvent[]> {
  const endedAfter = new Date(clock.now().getTime() - DAY_MS);
  return events.listForDoors(db, { accountId, endedAfter, limit: DOOR_LIMITS.eventsShownMax });
}

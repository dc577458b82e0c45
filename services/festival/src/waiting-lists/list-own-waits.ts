import { TICKET_MESSAGES } from '@marquee/rules/tickets';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FestivalResources } from '../resources.ts';
import * as waits from './ticket-waits.ts';

export const listOwnWaitsSchema = z.object({ eventId: z.uuid(TICKET_MESSAGES.eventNotFound) });

/** Where the viewer stands in the waiting lists of an event. */
export function listOwnWaits(
  { db }: FestivalResources,
  { accountId }: AccountViewer,
  { eventId }: z.output<typeof listOwnWaitsSchema>,
): Promise<waits.TicketWait[]> {
  return waits.listOf(db, accountId, eventId);
}

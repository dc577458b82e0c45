import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import { requireStanding } from '../organizations/organization-rights.ts';
import * as organizations from '../organizations/organizations.ts';
import type { FestivalResources } from '../resources.ts';
import { offeredPlaces } from './capacity.ts';
import * as events from './events.ts';
import type { listTicketTypesSchema } from './list-ticket-types.ts';
import * as types from './ticket-types.ts';

export type EventSales = {
  event: events.TicketEvent;
  rows: types.TypeSales[];
  /** What a pass may be for. */
  toCome: events.TicketEvent[];
  offered: number;
};

/** All that an organization sells for an event, for those who sell it. */
export async function listEventTicketTypes(
  { db, clock }: FestivalResources,
  viewer: AccountViewer,
  { eventId }: z.output<typeof listTicketTypesSchema>,
): Promise<EventSales> {
  const event = await events.get(db, eventId);
  await requireStanding(db, viewer, await organizations.get(db, event.festivalId), 'MANAGER');
  return {
    event,
    rows: await types.listOf(db, event.id),
    toCome: await events.listToCome(db, event.festivalId, clock.now()),
    offered: await offeredPlaces(db, event.id),
  };
}

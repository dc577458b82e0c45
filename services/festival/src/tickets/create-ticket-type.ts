import { newId } from '@marquee/data/ids';
import { isSaleInOrder, TICKET_LIMITS, TICKET_MESSAGES, ticketTypeFields } from '@marquee/rules/tickets';
import { invalid } from '@marquee/runtime/errors';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { requireStanding } from '../organizations/organization-rights.ts';
import * as organizations from '../organizations/organizations.ts';
import type { FestivalWrite } from '../resources.ts';
import { requireCapacity } from './capacity.ts';
import * as events from './events.ts';
import { saleNotInOrder, tooManyTicketTypes } from './ticket-errors.ts';
import * as types from './ticket-types.ts';
import * as units from './ticket-units.ts';

export const createTicketTypeSchema = ticketTypeFields.extend({
  festivalId: z.string(),
  eventIds: z
    .array(z.string())
    .min(1, TICKET_MESSAGES.events)
    .max(TICKET_LIMITS.eventsPerPassMax, TICKET_MESSAGES.events),
});

/** Offers tickets to an event, or passes for several of the organization [TIC-05]. */
export async function createTicketType(
  { tx, clock }: FestivalWrite,
  viewer: AccountViewer,
  { festivalId, eventIds, ...fields }: z.output<typeof createTicketTypeSchema>,
): Promise<types.TypeSales> {
  const organization = await organizations.lock(tx, festivalId);
  await requireStanding(tx, viewer, organization, 'MANAGER');
  if (!isSaleInOrder(fields)) throw saleNotInOrder();
  if ((await types.countOf(tx, festivalId)) >= TICKET_LIMITS.typesPerFestivalMax) throw tooManyTicketTypes();
  const chosen = [...new Set(eventIds)];
  await events.lock(tx, chosen);
  const found = await events.list(tx, chosen);
  const isOwn = found.every((event) => event.festivalId === festivalId && event.status !== 'CANCELLED');
  if (found.length !== chosen.length || !isOwn) {
    throw invalid([{ field: 'eventIds', message: TICKET_MESSAGES.eventNotFound }]);
  }
  const id = newId();
  const { saleStart = null, saleEnd = null, refundHours = null } = fields;
  await types.insert(tx, {
    ...{ ...fields, id, festivalId, eventIds: chosen, saleStart, saleEnd, refundHours },
    ...{ createdBy: viewer.accountId, createdAt: clock.now() },
  });
  await requireCapacity(tx, chosen);
  await units.add(tx, id, fields.quantity);
  return types.getSales(tx, id);
}

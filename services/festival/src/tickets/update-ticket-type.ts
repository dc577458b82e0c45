import { isSaleInOrder, ticketTypeFields } from '@marquee/rules/tickets';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FestivalWrite } from '../resources.ts';
import { requireCapacity } from './capacity.ts';
import * as events from './events.ts';
import { belowSold, saleNotInOrder } from './ticket-errors.ts';
import { lockOwnType } from './ticket-type-rights.ts';
import * as types from './ticket-types.ts';
import * as units from './ticket-units.ts';

export const updateTicketTypeSchema = ticketTypeFields.extend({ ticketTypeId: z.string() });

/** Changes what is offered; the quantity never goes below what is sold or held [TIC-04] [TIC-05]. */
export async function updateTicketType(
  { tx, clock, soldOut }: FestivalWrite,
  viewer: AccountViewer,
  { ticketTypeId, ...fields }: z.output<typeof updateTicketTypeSchema>,
): Promise<types.TypeSales> {
  if (!isSaleInOrder(fields)) throw saleNotInOrder();
  const { id, quantity, eventIds, withdrawn } = await lockOwnType(tx, viewer, ticketTypeId);
  await events.lock(tx, eventIds);
  const { saleStart = null, saleEnd = null, refundHours = null } = fields;
  await types.update(tx, id, { ...fields, saleStart, saleEnd, refundHours, updatedAt: clock.now() });
  const more = fields.quantity - quantity;
  if (more > 0) {
    if (!withdrawn) await requireCapacity(tx, eventIds);
    await units.add(tx, id, more);
    soldOut.forget(id);
  }
  if (more < 0 && (await units.remove(tx, id, -more)) < -more) throw belowSold();
  return types.getSales(tx, id);
}

import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FestivalWrite } from '../resources.ts';
import { requireCapacity } from './capacity.ts';
import * as events from './events.ts';
import { lockOwnType } from './ticket-type-rights.ts';
import * as types from './ticket-types.ts';

export const setTicketTypeWithdrawnSchema = z.object({ ticketTypeId: z.string(), withdrawn: z.boolean() });

/** Ends the sale of a type, or offers it again where the events still have the places. What is sold stays valid. */
export async function setTicketTypeWithdrawn(
  { tx, clock }: FestivalWrite,
  viewer: AccountViewer,
  { ticketTypeId, withdrawn }: z.output<typeof setTicketTypeWithdrawnSchema>,
): Promise<types.TypeSales> {
  const { id, eventIds } = await lockOwnType(tx, viewer, ticketTypeId);
  await events.lock(tx, eventIds);
  await types.update(tx, id, { withdrawn, updatedAt: clock.now() });
  if (!withdrawn) await requireCapacity(tx, eventIds);
  return types.getSales(tx, id);
}

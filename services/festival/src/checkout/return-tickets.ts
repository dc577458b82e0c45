import type { Refund } from '@marquee/payments/orders';
import type { FestivalWrite } from '../resources.ts';
import * as tallies from '../tallies/tallies.ts';
import * as types from '../tickets/ticket-types.ts';
import { requireSales } from './own-ticket-order.ts';
import { endReturn, takeBackTickets } from './ticket-goods.ts';
import type { TicketOrder } from './ticket-orders.ts';

/** Takes the tickets of an order back, and begins the refund of what was paid for them. */
export async function returnTickets(
  write: FestivalWrite,
  { id, amount, typeId, quantity }: Pick<TicketOrder, 'id' | 'amount' | 'typeId' | 'quantity'>,
  asked: Pick<Refund, 'kind' | 'reason' | 'askedBy'>,
): Promise<void> {
  if (amount > 0n) {
    await requireSales(write).desk.askRefund(write, id, asked);
    return;
  }
  if (!(await takeBackTickets(write, id))) return;
  await endReturn(write, id);
  const { festivalId } = await types.get(write.tx, typeId);
  const at = write.clock.now();
  await tallies.add(write.tx, { festivalId, subjectId: typeId, at, returned: quantity });
}

import type { Refund } from '@marquee/payments/orders';
import type { FestivalWrite } from '../resources.ts';
import { requireSales } from './own-ticket-order.ts';
import { endReturn, takeBackTickets } from './ticket-goods.ts';
import type { TicketOrder } from './ticket-orders.ts';

/** Takes the tickets of an order back, and begins the refund of what was paid for them. */
export async function returnTickets(
  write: FestivalWrite,
  { id, amount }: Pick<TicketOrder, 'id' | 'amount'>,
  asked: Pick<Refund, 'kind' | 'reason' | 'askedBy'>,
): Promise<void> {
  if (amount > 0n) {
    await requireSales(write).desk.askRefund(write, id, asked);
    return;
  }
  await takeBackTickets(write, id);
  await endReturn(write, id);
}

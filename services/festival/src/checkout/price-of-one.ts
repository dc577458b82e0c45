import { leftOf, type Order } from '@marquee/payments/orders';
import { type TicketOrder, ticketsLeft } from './ticket-orders.ts';

/**
 * What goes back for one ticket of an order that is taken back alone, in minor units: an equal share of what is left of its
 * money, so that the shares of all its tickets together are what was paid, whatever discount it had.
 */
export function priceOfOne(
  order: Pick<TicketOrder, 'quantity' | 'returnedQuantity'>,
  paid: Pick<Order, 'paidAmount' | 'amount' | 'returned'>,
): bigint {
  return leftOf(paid) / BigInt(ticketsLeft(order));
}

import { type TicketOrder, ticketsLeft } from './ticket-orders.ts';

/**
 * What goes back for one ticket of an order that is taken back alone, in minor units: an equal share of what is left of its
 * money, so that the shares of all its tickets together are what was paid, whatever discount it had. Undefined for the last
 * one, which goes back with its order.
 */
export function priceOfOne(
  order: Pick<TicketOrder, 'quantity' | 'returnedQuantity'>,
  moneyLeft: bigint,
): bigint | undefined {
  const tickets = ticketsLeft(order);
  return tickets > 1 ? moneyLeft / BigInt(tickets) : undefined;
}

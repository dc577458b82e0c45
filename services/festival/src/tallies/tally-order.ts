import type { Order, Refund } from '@marquee/payments/orders';
import type { FestivalWrite } from '../resources.ts';
import * as tallies from './tallies.ts';

/** Counts an order that was delivered, in the transaction in which the ledger books its sale [FES-12]. */
export function tallySale({ tx, clock }: FestivalWrite, order: Order): Promise<void> {
  return tallies.addOrder(tx, order, 1, clock.now());
}

/**
 * Takes off what went back of an order that was delivered, in the transaction in which the ledger books it. Only the last of
 * it takes the order off; parts before are money, and the ticket that ended with one.
 */
export function tallyRefund({ tx, clock }: FestivalWrite, order: Order, refund: Refund): Promise<void> {
  const { isPart, partId } = refund;
  const amount = isPart ? (refund.amount ?? 0n) : order.amount - order.returned;
  const fee = isPart ? (refund.fee ?? 0n) : order.fee - order.returnedFee;
  return tallies.addOrder(tx, { ...order, amount, fee }, isPart ? 0 : -1, clock.now(), isPart && partId ? 1 : 0);
}

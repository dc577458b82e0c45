import type { Order } from '@marquee/payments/orders';
import type { FestivalWrite } from '../resources.ts';
import * as tallies from './tallies.ts';

/** Counts an order that was delivered, in the transaction in which the ledger books its sale [FES-12]. */
export function tallySale({ tx, clock }: FestivalWrite, order: Order): Promise<void> {
  return tallies.addOrder(tx, order, 1, clock.now());
}

/** Takes an order off that was delivered and whose money is back, in the transaction in which the ledger books it. */
export function tallyRefund({ tx, clock }: FestivalWrite, order: Order): Promise<void> {
  return tallies.addOrder(tx, order, -1, clock.now());
}
